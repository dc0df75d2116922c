# Receives Signalbox webhooks in Ruby: gem install webrick; SIGNALBOX_WEBHOOK_SECRET=whsec_... ruby receiver.rb
require "fileutils"
require "openssl"
require "webrick"

KEY = ENV.fetch("SIGNALBOX_WEBHOOK_SECRET").delete_prefix("whsec_").unpack1("m0")
MAX_BODY_BYTES = 1024 * 1024
INBOX = "inbox"
FileUtils.mkdir_p(INBOX)

# Verifies HMAC-SHA256 over "id.timestamp.body" in constant time. Malformed input counts as not signed. All values are bytes (.b), so that
# text in another or an invalid encoding does not raise.
def signed?(request, body)
  id, timestamp, signatures = %w[id timestamp signature].map { |name| request["webhook-#{name}"].to_s.b }
  return false unless timestamp.match?(/\A[0-9]{1,12}\z/n) && (Time.now.to_i - timestamp.to_i).abs <= 300 # malformed, or replayed
  expected = "v1,#{[OpenSSL::HMAC.digest("SHA256", KEY, "#{id}.#{timestamp}.".b + body)].pack("m0")}".b
  # The header has several signatures, separated by spaces, during a rotation: one for each secret.
  signatures.split(" ").any? { |given| OpenSSL.secure_compare(expected, given) }
end

# Stores an event once. It can arrive more than once, always with the same webhook-id. Creating the link is atomic.
def store_once(id, body)
  unfinished = File.join(INBOX, "#{id}.#{Process.pid}.#{Thread.current.object_id}.new")
  File.binwrite(unfinished, body)
  File.link(unfinished, File.join(INBOX, "#{id}.json"))
rescue Errno::EEXIST
  nil
ensure
  FileUtils.rm_f(unfinished)
end

# The signature covers the raw bytes, so do not parse and serialize the JSON first. Nil when there are none or too many.
def body_of(request)
  bytes = +"".b
  request.body { |chunk| bytes.bytesize <= MAX_BODY_BYTES ? bytes << chunk : break }
  bytes unless bytes.bytesize > MAX_BODY_BYTES
rescue WEBrick::HTTPStatus::Status
  nil
end

server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: ENV.fetch("PORT", "4000").to_i, AccessLog: [])
server.mount_proc("/") do |request, response|
  body = body_of(request)
  next response.status = 401 unless body && signed?(request, body)
  store_once(request["webhook-id"], body)
  response.status = 204 # stored: respond first, then process the inbox
end
trap("INT") { server.shutdown }
trap("TERM") { server.shutdown }
server.start
