"""Tables in the browser: seats, storage, live views, bots. `branchline.server.app.create_app` makes the ASGI app."""
