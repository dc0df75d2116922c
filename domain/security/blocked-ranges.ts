/** Address ranges that no webhook is sent to, each with the reason. IPv6 is allowed only inside 2000::/3. */

export const blockedV4 = {
  "0.0.0.0/8": "this network",
  "10.0.0.0/8": "private",
  "100.64.0.0/10": "carrier NAT; 100.100.100.200 is a cloud's metadata",
  "127.0.0.0/8": "loopback",
  "168.63.129.16/32": "a cloud's platform services, on a public address",
  "169.254.0.0/16": "link-local; 169.254.169.254 is the metadata of most clouds",
  "172.16.0.0/12": "private",
  "192.0.0.0/24": "protocol assignments",
  "192.0.2.0/24": "documentation",
  "192.31.196.0/24": "AS112",
  "192.52.193.0/24": "AMT relays",
  "192.88.99.0/24": "6to4 relays",
  "192.168.0.0/16": "private",
  "192.175.48.0/24": "AS112",
  "198.18.0.0/15": "benchmarks",
  "198.51.100.0/24": "documentation",
  "203.0.113.0/24": "documentation",
  "224.0.0.0/4": "multicast",
  "240.0.0.0/4": "reserved, and broadcast",
} as const

export const allowedV6 = "2000::/3"

/**
 * Ranges inside 2000::/3. Everything outside is blocked too, such as ::1, fc00::/7, fe80::/10, fec0::/10, ff00::/8, 100::/64,
 * 5f00::/16 and 64:ff9b:1::/48.
 */
export const blockedV6 = {
  "2001::/23": "protocol assignments; Teredo (2001::/32) hides an IPv4 address",
  "2001:db8::/32": "documentation",
  "2002::/16": "6to4 hides an IPv4 address",
  "2620:4f:8000::/48": "AS112",
  "3fff::/20": "documentation",
} as const
