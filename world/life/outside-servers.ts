/** The variables of a deployment that uses them. */
export const VARIABLES_OF_SERVERS = {
  PUSH_BOUNCER_URL: 'https://bouncer.example.net',
  PUSH_BOUNCER_ORGANIZATION: '6cea1be7-5b4f-4a9c-9b54-1f0b7d2ac001',
  PUSH_BOUNCER_KEY: 'k3yOfTheServer'.padEnd(64, '0'),
}

/**
 * What other servers of the world answer: a page with a preview, a bot that replies, and the push service, whose requests and answers
 * https://zulip.com/api/mobile-notifications describes.
 */
export async function answerOutside({ url }: Request): Promise<Response> {
  const { hostname, pathname } = new URL(url)
  if (hostname === 'hooks.example.net') return Response.json({ content: 'At your service' })
  if (hostname === 'example.com')
    return new Response(
      '<html><head><title>Example</title><meta property="og:title" content="Example"></head></html>',
      {
        headers: { 'content-type': 'text/html' },
      },
    )
  if (hostname !== 'bouncer.example.net') return new Response(null, { status: 404 })
  const answer = Object.entries(OF_PUSH_SERVICE).find(([end]) => pathname.endsWith(end))?.[1] ?? {}
  return Response.json({ result: 'success', msg: '', ...answer })
}

const STATUS = { can_push: true, expected_end_timestamp: null }
const OF_PUSH_SERVICE: Readonly<Record<string, object>> = {
  'server/analytics/status': { last_realm_count_id: 0, last_installation_count_id: 0, last_realmauditlog_id: 0 },
  'server/analytics': { realms: {} },
  'push/notify': {
    total_android_devices: 1,
    total_apple_devices: 0,
    deleted_devices: { android_devices: [], apple_devices: [] },
    realm: STATUS,
  },
}
