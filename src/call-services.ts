/** The services at which users begin calls, and this deployment's account there. Undefined: the service is not configured. */
export type CallServices = {
  bigbluebutton: { url: string; secret: string } | undefined
  zoom:
    | {
        url: string
        api_url: string
        /** The account of the deployment. Undefined: users connect accounts of their own. */
        account_id: string | undefined
        client_id: string
        client_secret: string
      }
    | undefined
  /** The media server of the platform, for larger calls of this server. */
  sfu: { url: string; app_id: string; secret: string } | undefined
  /** How browsers reach each other in calls of this server. */
  direct: {
    stun_urls: readonly string[]
    /** A relay, and the secret with which the server makes credentials for it. */
    turn: { urls: readonly string[]; secret: string } | undefined
    /** Whether all media pass through the relay, so that participants do not learn each other's addresses. */
    relay_only: boolean
    /** What does not fit together, for the doctor. */
    problems: readonly string[]
  }
}

export type CallVariables = {
  BIG_BLUE_BUTTON_URL?: string
  BIG_BLUE_BUTTON_SECRET?: string
  ZOOM_URL?: string
  ZOOM_API_URL?: string
  ZOOM_ACCOUNT_ID?: string
  ZOOM_CLIENT_ID?: string
  ZOOM_CLIENT_SECRET?: string
  CALL_STUN_URLS?: string
  CALL_TURN_URLS?: string
  CALL_TURN_SECRET?: string
  CALL_RELAY_ONLY?: string
  CALL_SFU_URL?: string
  CALL_SFU_APP_ID?: string
  CALL_SFU_SECRET?: string
}

export const readCallServices = (env: CallVariables): CallServices => ({
  bigbluebutton: readBigBlueButton(env),
  zoom: readZoom(env),
  sfu: readSfu(env),
  direct: readDirect(env),
})

const withoutSlash = (url: string) => url.replace(/(?<!\/)\/+$/, '')

const halfSet = (one = '', other = '') => (one === '') !== (other === '')

const listOf = (text: string): string[] => text.split(',').flatMap((url) => url.trim() || [])

function readDirect(env: CallVariables): CallServices['direct'] {
  const urls = listOf(env.CALL_TURN_URLS ?? '')
  const secret = env.CALL_TURN_SECRET ?? ''
  const turn = urls.length > 0 && secret !== '' ? { urls, secret } : undefined
  const stun_urls = listOf(env.CALL_STUN_URLS ?? 'stun:stun.cloudflare.com:3478')
  // Without a relay, no participant may learn an address by mistake: then no call connects, and the doctor says why.
  const relay_only = env.CALL_RELAY_ONLY === 'true'
  const wrong = [...stun_urls, ...urls].filter((url) => !SERVER.test(url))
  const problems = [
    ...wrong.map((url) => `${url} is no address of a STUN or TURN server.`),
    ...(urls.length > 0 && secret === '' ? ['CALL_TURN_URLS needs CALL_TURN_SECRET.'] : []),
    ...(urls.length === 0 && secret !== '' ? ['CALL_TURN_SECRET needs CALL_TURN_URLS.'] : []),
    ...(halfSet(env.CALL_SFU_APP_ID, env.CALL_SFU_SECRET)
      ? ['CALL_SFU_APP_ID and CALL_SFU_SECRET need each other.']
      : []),
    ...(relay_only && turn === undefined ? ['CALL_RELAY_ONLY needs a relay: no call can connect.'] : []),
  ]
  return { stun_urls, turn, relay_only, problems }
}

function readSfu({
  CALL_SFU_APP_ID: app_id = '',
  CALL_SFU_SECRET: secret = '',
  CALL_SFU_URL: url = '',
}: CallVariables) {
  if (app_id === '' || secret === '') return undefined
  return { url: withoutSlash(url || 'https://rtc.live.cloudflare.com/v1'), app_id, secret }
}

const SERVER = /^(?:stun|turn)s?:[^\s/]+$/

function readBigBlueButton({ BIG_BLUE_BUTTON_URL: url = '', BIG_BLUE_BUTTON_SECRET: secret = '' }: CallVariables) {
  return url === '' || secret === '' ? undefined : { url: withoutSlash(url), secret }
}

function readZoom(env: CallVariables) {
  const { ZOOM_CLIENT_ID: client_id = '', ZOOM_CLIENT_SECRET: client_secret = '' } = env
  if (client_id === '' || client_secret === '') return undefined
  const account_id = env.ZOOM_ACCOUNT_ID || undefined
  const url = withoutSlash(env.ZOOM_URL || 'https://zoom.us')
  const api_url = withoutSlash(env.ZOOM_API_URL || 'https://api.zoom.us')
  return { url, api_url, account_id, client_id, client_secret }
}
