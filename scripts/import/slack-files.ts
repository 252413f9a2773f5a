import { setTimeout as pause } from 'node:timers/promises'
import type { Download } from '../../conversion/converted.ts'
import { bytesOf } from '../web-streams.ts'

const HOST = 'files.slack.com'
/** The pictures of custom emoji are public, and their list needs a token. */
const EMOJI_HOST = 'emoji.slack-edge.com'
const EMOJI_LIST = 'https://slack.com/api/emoji.list'
const ATTEMPTS = 5
const MAX_PAUSE_SECONDS = 60

/**
 * Returns a function that opens a file of Slack, or returns undefined if Slack does not give it. Addresses in an export have a
 * token of their own. `token` is for files without a token. It goes to no other host.
 */
export const slackDownloader =
  ({
    token,
    request = fetch,
    wait = pause,
  }: {
    token?: string
    request?: (url: URL, init: { headers: Record<string, string>; redirect: 'manual' }) => Promise<Response | undefined>
    wait?: (milliseconds: number) => Promise<unknown>
  } = {}): Download =>
  async (address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined
    const isList = address === EMOJI_LIST && token !== undefined
    if (url?.protocol !== 'https:' || !(isList || url.host === HOST || url.host === EMOJI_HOST)) return undefined
    const needsToken = token !== undefined && url.host !== EMOJI_HOST && !url.searchParams.has('t')
    const headers: Record<string, string> = needsToken ? { authorization: `Bearer ${token}` } : {}
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      // Without access, Slack redirects to a page for logging in.
      const response = await request(url, { headers, redirect: 'manual' }).catch(() => undefined)
      if (response?.status === 200 && response.body) return bytesOf(response.body)
      await response?.body?.cancel()
      if (response !== undefined && response.status !== 429 && response.status < 500) return undefined
      const seconds = Number(response?.headers.get('retry-after')) || attempt
      await wait(Math.min(seconds, MAX_PAUSE_SECONDS) * 1000)
    }
    return undefined
  }
