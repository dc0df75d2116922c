// Receives Signalbox's webhooks in Go: go get github.com/standard-webhooks/standard-webhooks/libraries; SIGNALBOX_WEBHOOK_SECRET=whsec_... go run receiver.go
package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"path/filepath"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const inbox = "inbox"

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("SIGNALBOX_WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.MkdirAll(inbox, 0o755); err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20)) // exactly what was signed
		if err != nil || webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if err := keepOnce(r.Header.Get("webhook-id"), body); err != nil {
			w.WriteHeader(http.StatusInternalServerError) // not kept: let it come again
			return
		}
		w.WriteHeader(http.StatusNoContent) // kept: whatever takes long happens afterwards, from the inbox
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "4000"), nil))
}

// The same event may come more than once, and always with the same webhook-id. The link appears whole or not at all.
func keepOnce(id string, body []byte) error {
	unfinished, err := os.CreateTemp(inbox, id+".*.new")
	if err != nil {
		return err
	}
	defer os.Remove(unfinished.Name())
	_, err = unfinished.Write(body)
	if err = errors.Join(err, unfinished.Close()); err != nil {
		return err
	}
	err = os.Link(unfinished.Name(), filepath.Join(inbox, id+".json"))
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
