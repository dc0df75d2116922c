# Receives Signalbox's webhooks in Python: pip install standardwebhooks; SIGNALBOX_WEBHOOK_SECRET=whsec_... python3 receiver.py
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["SIGNALBOX_WEBHOOK_SECRET"])
inbox = "inbox"
os.makedirs(inbox, exist_ok=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))  # exactly what was signed
        try:
            webhook.verify(body, dict(self.headers))
        except WebhookVerificationError:
            return self.answer(401)
        keep_once(self.headers["webhook-id"], body)
        self.answer(204)  # kept: whatever takes long happens afterwards, from the inbox

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


def keep_once(id, body):
    """The same event may come more than once, and always with the same webhook-id. The link appears whole or not at all."""
    unfinished = f"{inbox}/{id}.{threading.get_ident()}.new"
    with open(unfinished, "wb") as file:
        file.write(body)
    try:
        os.link(unfinished, f"{inbox}/{id}.json")
    except FileExistsError:
        pass
    finally:
        os.remove(unfinished)


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
