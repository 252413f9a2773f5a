import { renderTemplate } from '../../render'
import type { MarkdownSettings } from '../../settings'
import type { Directory } from '../../template'
import { LIMITS, parsed, SETTINGS } from './rendered-message'

const users = [
  { user_id: 1, full_name: 'Ada', is_active: true },
  { user_id: 4, full_name: 'Dov <b>', is_active: true },
  { user_id: 5, full_name: 'Ezra', is_active: true },
  { user_id: 9, full_name: 'Ezra', is_active: true },
  { user_id: 6, full_name: 'Deactivated', is_active: false },
]

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Five users, two of them called Ezra; a group, two channels and a custom emoji. */
export const directory: Directory = {
  userByName: (name) => users.find(({ full_name }) => isSameName(full_name, name)),
  userById: (id) => users.find(({ user_id }) => user_id === id),
  groupByName: (name) => (isSameName(name, 'cooks') ? { id: 3, name: 'Cooks' } : undefined),
  channelByName: (name) =>
    name === 'general' ? { stream_id: 7, name } : name === 'a & b. c' ? { stream_id: 8, name } : undefined,
  emojiByName: (name) => (name === 'parley' ? { name, source_url: '/user_avatars/2/emoji/images/1.png' } : undefined),
  pictureByPath: () => undefined,
}

const REALM_SETTINGS = { ...SETTINGS, realm_url: 'http://zulip.testserver' }

/** Returns a message as this realm renders it, with the users and groups that it mentions. */
export const render = (content: string, changes: Partial<MarkdownSettings> = {}) =>
  renderTemplate(parsed(content, { ...REALM_SETTINGS, ...changes }).template, directory, LIMITS)

/** Returns the HTML of a message in this realm. */
export const html = (content: string, changes: Partial<MarkdownSettings> = {}) => render(content, changes).html

/** Returns what a message in this realm mentions and links to. */
export const references = (content: string, changes: Partial<MarkdownSettings> = {}) =>
  parsed(content, { ...REALM_SETTINGS, ...changes }).references
