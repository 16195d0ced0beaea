"""What a new connection to a table is sent, and who learns that one was opened or closed."""

from __future__ import annotations

from branchline.server.audience import Connection, chat_line
from branchline.server.messages import UndoAsked, frame
from branchline.server.people import conduct
from branchline.server.rights import is_counted
from branchline.server.storage import queries
from branchline.server.table import Table

CHAT_LINES = 100


async def welcome(table: Table, connection: Connection) -> None:
    """Let a connection in and send it everything."""
    audience = table.audience
    connection.counted = await is_counted(table, connection.hash)
    async with table.lock:
        if table.hub.storage.shared:
            # Whoever comes from another process may have seen more than this one has heard of.
            await table.catch_up()
        came = not audience.here(connection.hash)
        unseen = connection.hash is not None and not audience.looking(connection.hash)
        audience.connections.add(connection)
        if came and table.seats_of(connection.hash):
            audience.tell_table()
        else:
            connection.send(audience.table_frame(connection))
        if table.state.started:
            audience.tell_all_of(connection)
        request = table.state.undo
        if request is not None:
            connection.send(frame(UndoAsked(request.ask, request.seat, table.name_of(request.seat))))
    if (holder := connection.hash) is not None:
        connection.muted = await table.hub.storage.read(lambda each: conduct.muted(each, holder))
    # Read only now that the connection hears what is said: a line said meanwhile comes twice rather than never.
    for line in await table.hub.storage.read(lambda each: queries.last_lines(each, table.id, CHAT_LINES)):
        audience.heard_line(line["n"])
        if line["browser"] not in connection.muted:
            connection.send(frame(chat_line(line)))
    if came and table.seats_of(connection.hash):
        await table.hub.cluster.arrived(table, connection.hash)
    if unseen and connection.hash is not None and table.seats_of(connection.hash):
        await table.hub.cluster.turned(table, connection.hash)
        await table.hub.notices.looked(table.id, connection.hash)


def farewell(table: Table, connection: Connection) -> None:
    """Let a connection go."""
    audience = table.audience
    audience.connections.discard(connection)
    if not table.seats_of(connection.hash):
        return
    if not audience.here(connection.hash):
        audience.tell_table()
        table.hub.cluster.gone(table, connection.hash)
    else:
        table.hub.cluster.left(table, connection.hash)
