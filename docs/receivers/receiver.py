# Receives Signalbox webhooks in Python, without dependencies: SIGNALBOX_WEBHOOK_SECRET=whsec_... python3 receiver.py
import base64
import hashlib
import hmac
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["SIGNALBOX_WEBHOOK_SECRET"].removeprefix("whsec_"), validate=True)
MAX_BODY_BYTES = 1024 * 1024
INBOX = "inbox"
os.makedirs(INBOX, exist_ok=True)


def is_signed(headers, body):
    """Verifies HMAC-SHA256 over "id.timestamp.body" in constant time. Never raises: malformed input counts as not signed."""
    id, timestamp, signatures = (headers.get(f"webhook-{name}") or "" for name in ("id", "timestamp", "signature"))
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > 300:
        return False  # missing, malformed, or a replayed old request
    signed = f"{id}.{timestamp}.".encode("utf-8", "replace") + body
    expected = b"v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256))
    # The header has several signatures, separated by spaces, during a rotation: one for each secret.
    return any([hmac.compare_digest(expected, given.encode("utf-8", "replace")) for given in signatures.split(" ")])


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = self.headers.get("content-length") or "0"
        if not re.fullmatch("[0-9]{1,7}", length) or int(length) > MAX_BODY_BYTES:
            return self.respond(401)
        body = self.rfile.read(int(length))  # the signature covers the raw bytes, so do not parse and serialize the JSON first
        if not is_signed(self.headers, body):
            return self.respond(401)
        store_once(self.headers["webhook-id"], body)
        self.respond(204)  # stored: respond first, then process the inbox

    def respond(self, status):
        self.send_response(status)
        self.end_headers()


def store_once(id, body):
    """Stores an event once. It can arrive more than once, always with the same webhook-id. Creating the link is atomic."""
    unfinished = f"{INBOX}/{id}.{threading.get_ident()}.new"
    with open(unfinished, "wb") as file:
        file.write(body)
    try:
        os.link(unfinished, f"{INBOX}/{id}.json")
    except FileExistsError:
        pass
    finally:
        os.remove(unfinished)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
