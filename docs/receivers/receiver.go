// Receives Signalbox webhooks in Go, without dependencies: SIGNALBOX_WEBHOOK_SECRET=whsec_... go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	inbox        = "inbox"
	maxBodyBytes = 1 << 20
)

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("SIGNALBOX_WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) < 24 {
		log.Fatal("SIGNALBOX_WEBHOOK_SECRET must be a signing secret (whsec_...)")
	}
	if err := os.MkdirAll(inbox, 0o755); err != nil {
		log.Fatal(err)
	}
	receive := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes)) // the signature covers the raw bytes
		if err != nil || !isSigned(key, r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if err := storeOnce(r.Header.Get("webhook-id"), body); err != nil {
			w.WriteHeader(http.StatusInternalServerError) // not stored: Signalbox will retry
			return
		}
		w.WriteHeader(http.StatusNoContent) // stored: respond first, then process the inbox
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(receive)))
}

// isSigned verifies HMAC-SHA256 over "id.timestamp.body" in constant time. Malformed input counts as not signed.
func isSigned(key []byte, headers http.Header, body []byte) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - seconds
	if err != nil || age > 300 || age < -300 {
		return false // missing, malformed, or a replayed old request
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// The header has several signatures, separated by spaces, during a rotation: one for each secret.
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(given)) {
			return true
		}
	}
	return false
}

// storeOnce stores an event once. It can arrive more than once, always with the same webhook-id. Creating the link is atomic.
func storeOnce(id string, body []byte) error {
	unfinished, err := os.CreateTemp(inbox, id+".*.new")
	if err != nil {
		return err
	}
	defer os.Remove(unfinished.Name())
	_, err = unfinished.Write(body)
	if err != nil {
		unfinished.Close()
		return err
	}
	if err := unfinished.Close(); err != nil {
		return err
	}
	err = os.Link(unfinished.Name(), filepath.Join(inbox, id+".json"))
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
