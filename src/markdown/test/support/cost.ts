import { utf8Length } from '../../limits'
import { parseMarkdown } from '../../parse'
import { renderTemplate } from '../../render'
import type { Directory } from '../../template'
import { now } from './clock'
import { LIMITS, SETTINGS, TooLargeError } from './rendered-message'

/** Everyone and everything exists, under the longest names that are allowed. */
const LONG_NAMES: Directory = {
  userByName: () => ({ user_id: 1234, full_name: '&'.repeat(100), is_active: true }),
  userById: (user_id) => ({ user_id, full_name: '"'.repeat(100), is_active: true }),
  groupByName: () => ({ id: 1234, name: '<'.repeat(100) }),
  channelByName: () => ({ stream_id: 1234, name: '中'.repeat(60) }),
  emojiByName: (name) => ({ name, source_url: `/user_avatars/1/emoji/images/${'a'.repeat(60)}.png` }),
}

/** Some that are common, one that looks ahead to the end of the text, and one with a long address. */
const linkifiers = [
  ['#(?P<id>[0-9]+)', 'https://example.com/{id}'],
  ['(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>[0-9]+)', 'https://example.com/{org}/{repo}/{id}'],
  ['(?P<word>a(.*b)?)', `https://example.com/${'{word}/'.repeat(130)}`],
  ['(?P<key>T-[0-9]+)', `https://example.com/${'x'.repeat(900)}/{key}`],
  ['(?P<k>(\\w{1,20}\\s?){1,40}[#@])', 'https://example.com/{k}'],
].map(([pattern = '', url_template = ''], index) => ({ id: index + 1, pattern, url_template }))

const settings = { ...SETTINGS, translate_emoticons: true, linkifiers }

export type Output = {
  /** Bytes of HTML; none, if the Markdown is refused. */
  html: number
  /** Characters of what the Worker sends to the realm. */
  template: number
  isRefused: boolean
}

export function outputOf(content: string, limits = LIMITS): Output {
  try {
    const parsed = parseMarkdown(content, settings, limits)
    const { html } = renderTemplate(parsed.template, LONG_NAMES, limits)
    return { html: utf8Length(html), template: JSON.stringify(parsed).length, isRefused: false }
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error
    return { html: 0, template: 0, isRefused: true }
  }
}

/** How long it takes, in milliseconds. Other work on the machine only makes it slower: so the best of several tries. */
export async function timeOf(work: () => void, { tries, enough }: { tries: number; enough: number }): Promise<number> {
  let best = Infinity
  for (let nth = 0; nth < tries && best > enough; nth++) {
    const start = await now()
    work()
    best = Math.min(best, (await now()) - start)
  }
  return best
}
