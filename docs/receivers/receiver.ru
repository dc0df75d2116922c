# Receives Signalbox's webhooks in Ruby: gem install standardwebhooks rackup puma; SIGNALBOX_WEBHOOK_SECRET=whsec_... rackup -o 127.0.0.1 -p 4000 receiver.ru
require "fileutils"
require "standardwebhooks"

INBOX = "inbox"
FileUtils.mkdir_p(INBOX)
WEBHOOK = StandardWebhooks::Webhook.new(ENV.fetch("SIGNALBOX_WEBHOOK_SECRET"))

# The same event may come more than once, and always with the same webhook-id. The link appears whole or not at all.
def keep_once(id, body)
  unfinished = File.join(INBOX, "#{id}.#{Process.pid}.#{Thread.current.object_id}.new")
  File.binwrite(unfinished, body)
  File.link(unfinished, File.join(INBOX, "#{id}.json"))
rescue Errno::EEXIST
  nil
ensure
  FileUtils.rm_f(unfinished)
end

run lambda { |env|
  body = env["rack.input"].read.force_encoding("UTF-8") # exactly what was signed
  headers = %w[webhook-id webhook-timestamp webhook-signature].to_h do |name|
    [name, env["HTTP_#{name.upcase.tr("-", "_")}"]]
  end
  begin
    WEBHOOK.verify(body, headers)
  rescue StandardWebhooks::WebhookVerificationError
    next [401, {}, []]
  end
  keep_once(headers["webhook-id"], body)
  [204, {}, []] # kept: whatever takes long happens afterwards, from the inbox
}
