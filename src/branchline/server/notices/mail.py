"""E-mail, where the owner of the server has named an SMTP server. It blocks: call it in a thread."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from branchline.core.text import Text
from branchline.server.notices.post import SENT, Outcome
from branchline.server.notices.texts import Letter
from branchline.server.settings import Settings

SECONDS = 20.0
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")


def is_address(text: str) -> bool:
    """Whether a text looks like one e-mail address, and nothing that could add a header or a second one."""
    return len(text) <= 254 and _ADDRESS.fullmatch(text) is not None


def letter_mail(to: str, letter: Letter, base: str, language: str) -> EmailMessage:
    """A notice as an e-mail."""
    words = [letter.body, Text("notices.open", {"url": letter.url}).render(language)]
    words.append(Text("notices.why", {"url": f"{base}/settings"}).render(language))
    return _message(to, letter.title, "\n\n".join(words))


def code_mail(to: str, code: str, minutes: int, language: str) -> EmailMessage:
    """The e-mail with the code that confirms an address."""
    facts = {"code": code, "minutes": minutes}
    return _message(to, Text("notices.code", facts).render(language), Text("notices.code_body", facts).render(language))


def _message(to: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["To"] = to
    message["Subject"] = " ".join(subject.split())
    message["Date"] = formatdate()
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def send(settings: Settings, message: EmailMessage) -> Outcome:
    """Hand a message to the SMTP server."""
    message["From"] = settings.mail_from
    message["Message-ID"] = make_msgid(domain=settings.mail_from.rpartition("@")[2].rstrip(">") or None)
    context = ssl.create_default_context()
    try:
        with _client(settings, context) as client:
            if settings.smtp_security == "starttls":
                client.starttls(context=context)
            if settings.smtp_user:
                client.login(settings.smtp_user, settings.smtp_password)
            client.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        code = max(code for code, _ in error.recipients.values())
        return Outcome("gone" if code >= 500 else "later", str(code))
    except smtplib.SMTPResponseException as error:
        return Outcome("later" if error.smtp_code < 500 else "refused", str(error.smtp_code))
    except (OSError, smtplib.SMTPException) as error:
        return Outcome("later", type(error).__name__)
    return SENT


def _client(settings: Settings, context: ssl.SSLContext) -> smtplib.SMTP:
    if settings.smtp_security == "tls":
        return smtplib.SMTP_SSL(settings.smtp_host, settings.smtp_port, timeout=SECONDS, context=context)
    return smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=SECONDS)
