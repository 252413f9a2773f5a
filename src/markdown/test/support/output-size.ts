import { utf8Length } from '../../limits'
import { parseMarkdown } from '../../parse'
import { renderTemplate } from '../../render'
import type { Directory } from '../../template'
import { LIMITS, SETTINGS, TooLargeError } from './rendered-message'

/** Every user, group, channel and emoji exists, with the longest allowed name. */
const LONG_NAMES: Directory = {
  userByName: () => ({ user_id: 1234, full_name: '&'.repeat(100), is_active: true }),
  userById: (user_id) => ({ user_id, full_name: '"'.repeat(100), is_active: true }),
  groupByName: () => ({ id: 1234, name: '<'.repeat(100) }),
  channelByName: () => ({ stream_id: 1234, name: '中'.repeat(60) }),
  emojiByName: (name) => ({ name, source_url: `/user_avatars/1/emoji/images/${'a'.repeat(60)}.png` }),
  pictureByPath: () => ({
    content_type: 'image/jpeg',
    width: 65_535,
    height: 65_535,
    isAnimated: true,
    state: 'shown',
    thumbnail_url: '/user_uploads/thumbnail/1/ab/token/name.png/840x560.webp',
  }),
}

/** Common linkifiers, one that reads ahead to the end of the text, and one with a long address. */
const linkifiers = [
  ['#(?P<id>[0-9]+)', 'https://example.com/{id}'],
  ['(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>[0-9]+)', 'https://example.com/{org}/{repo}/{id}'],
  ['(?P<word>a(.*b)?)', `https://example.com/${'{word}/'.repeat(130)}`],
  ['(?P<key>T-[0-9]+)', `https://example.com/${'x'.repeat(900)}/{key}`],
  ['(?P<k>(\\w{1,20}\\s?){1,40}[#@])', 'https://example.com/{k}'],
].map(([pattern = '', url_template = ''], index) => ({ id: index + 1, pattern, url_template }))

const settings = { ...SETTINGS, translatesEmoticons: () => true, linkifiers }

/** How large a message becomes. Both sizes are 0 if it is refused. */
type OutputSize = {
  htmlBytes: number
  /** Characters that the Worker sends to the realm. */
  parsedLength: number
  isRefused: boolean
}

/** Returns how large a message becomes with long names and costly linkifiers. */
export function outputSize(content: string, limits = LIMITS): OutputSize {
  try {
    const parsed = parseMarkdown(content, settings, limits)
    const { html } = renderTemplate(parsed.template, LONG_NAMES, limits)
    return { htmlBytes: utf8Length(html), parsedLength: JSON.stringify(parsed).length, isRefused: false }
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error
    return { htmlBytes: 0, parsedLength: 0, isRefused: true }
  }
}
