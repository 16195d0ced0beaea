// Lists every operation of /api/schema with a form to try it.
const schema = await (await fetch("/api/schema")).json();
const main = document.getElementById("operations");
main.textContent = "";

function make(tag, text, parent) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  if (parent) parent.append(element);
  return element;
}

// An example of a value that a part of the schema describes.
function example(part, depth = 0) {
  if (!part || depth > 5) return null;
  if (part.$ref) return example(schema.components.schemas[part.$ref.split("/").pop()], depth + 1);
  if (part.oneOf || part.anyOf) return example((part.oneOf ?? part.anyOf)[0], depth + 1);
  if (part.enum) return part.enum[0];
  if (part.type === "object") {
    const fields = Object.entries(part.properties ?? {});
    return Object.fromEntries(fields.map(([name, field]) => [name, example(field, depth + 1)]));
  }
  if (part.type === "array") return part.items ? [example(part.items, depth + 1)] : [];
  return { string: "", integer: 0, number: 0, boolean: false }[part.type] ?? null;
}

function show(path, method, operation) {
  const box = make("details", "", main);
  const summary = make("summary", "", box);
  make("b", method.toUpperCase(), summary);
  make("code", path, summary);
  make("p", operation.description ?? operation.summary, box);
  const form = make("form", "", box);
  const fields = (operation.parameters ?? []).map((parameter) => {
    const input = make("input", "", make("label", parameter.name, form));
    return [parameter, input];
  });
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const text = body ? make("textarea", "", make("label", "body", form)) : null;
  if (text) text.value = JSON.stringify(example(body), null, 2);
  make("button", "Send", form);
  const answer = make("pre", "", box);
  answer.hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let address = path;
    const query = new URLSearchParams();
    for (const [parameter, input] of fields) {
      if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      else if (input.value) query.set(parameter.name, input.value);
    }
    if (query.size) address += `?${query}`;
    const headers = text ? { "content-type": "application/json" } : {};
    const reply = await fetch(address, { method: method.toUpperCase(), headers, body: text?.value });
    const said = await reply.text();
    answer.hidden = false;
    try {
      answer.textContent = `${reply.status}\n${JSON.stringify(JSON.parse(said), null, 2)}`;
    } catch {
      answer.textContent = `${reply.status}\n${said}`;
    }
  });
}

for (const [path, methods] of Object.entries(schema.paths)) {
  for (const [method, operation] of Object.entries(methods)) show(path, method, operation);
}
