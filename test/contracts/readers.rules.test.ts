import { describe, expect, test } from 'vitest'
import { answerGap } from './answers'
import { htmlGap } from './message-html'
import { decodePhoneClass, eventGap } from './phone-app'
import { decodeTerminalClass } from './python-clients'

// The stand-ins of other programs refuse what these programs refuse.

describe('the stand-in of the phone app', () => {
  const edit = {
    id: 1,
    type: 'update_message',
    user_id: 7,
    rendering_only: false,
    message_id: 3,
    message_ids: [2, 3],
    flags: ['read', 'wildcard_mentioned'],
    edit_timestamp: 5,
  }
  const deletion = { id: 1, type: 'delete_message', message_ids: [3] }
  const unread = { id: 1, type: 'update_message_flags', op: 'remove', flag: 'read', messages: [3], all: false }
  const renaming = { id: 1, type: 'stream', op: 'update', stream_id: 1, name: 'general' }

  test.for<[string, object, string | undefined]>([
    ['an edit', edit, undefined],
    ['an edit with a flag that the app does not know', { ...edit, flags: ['hide_link_previews'] }, 'flags'],
    ['an edit of another message', { ...edit, message_id: 4 }, 'message_ids'],
    ['a deletion in a channel', { ...deletion, message_type: 'stream', stream_id: 1, topic: '' }, undefined],
    [
      'a deletion in a channel without its topic',
      { ...deletion, message_type: 'stream', stream_id: 1 },
      'message_type',
    ],
    ['a deletion without a channel', { ...deletion, message_type: 'stream', topic: '' }, 'message_type'],
    ['a deletion of a direct message', { ...deletion, message_type: 'private' }, undefined],
    ['a deletion of something else', { ...deletion, message_type: 'channel' }, 'message_type'],
    ['unread messages', { ...unread, message_details: { 3: { type: 'private', user_ids: [] } } }, undefined],
    ['unread messages without details', unread, 'message_details'],
    ['unread messages without users', { ...unread, message_details: { 3: { type: 'private' } } }, 'type'],
    ['unread messages without topic', { ...unread, message_details: { 3: { type: 'stream', stream_id: 1 } } }, 'type'],
    ['unread messages without numbers', { ...unread, message_details: { x: {} } }, 'message_details'],
    ['another flag without details', { ...unread, flag: 'starred' }, undefined],
    ['an unknown op', { id: 1, type: 'subscription', op: 'dance' }, undefined],
    ['no op', { id: 1, type: 'subscription' }, 'subscription'],
    ['no property', renaming, 'stream'],
    ['an unknown property', { ...renaming, property: 'taste', value: null }, undefined],
    ['a folder that is left', { ...renaming, property: 'folder_id', value: null }, undefined],
    ['a name that is nothing', { ...renaming, property: 'name', value: null }, 'value'],
    ['a permission that is nothing', { ...renaming, property: 'can_subscribe_group', value: null }, 'value'],
  ])('reads %s', ([, event, field]) => {
    expect(eventGap(event)?.field).toBe(field)
  })

  test.for<[string, string, object, string | undefined]>([
    ['UnreadDmSnapshot', 'ascending ids', { other_user_id: 1, unread_message_ids: [2, 3] }, undefined],
    ['UnreadDmSnapshot', 'an id twice', { other_user_id: 1, unread_message_ids: [3, 3] }, 'unread_message_ids'],
    ['UnreadHuddleSnapshot', 'users', { user_ids_string: '1,2,30', unread_message_ids: [] }, undefined],
    ['UnreadHuddleSnapshot', 'no users', { user_ids_string: '', unread_message_ids: [] }, 'user_ids_string'],
    [
      'UnreadHuddleSnapshot',
      'users in disorder',
      { user_ids_string: '3,2', unread_message_ids: [] },
      'user_ids_string',
    ],
    ['MutedUserItem', 'the anchor of the newest message', { id: 1e16 }, undefined],
    ['MutedUserItem', 'a number of more than 64 bits', { id: 1e19 }, 'id'],
    ['ServerEmojiData', 'names', { code_to_names: { '1f1e6-1f1e8': ['ascension'] } }, undefined],
    ['ServerEmojiData', 'no name', { code_to_names: { '1f1e6': [] } }, 'code_to_names'],
    ['ServerEmojiData', 'another code', { code_to_names: { smile: ['smile'] } }, 'code_to_names'],
  ])('reads %s: %s', ([name, , value, field]) => {
    expect(decodePhoneClass(name, value)?.field).toBe(field)
  })

  test('reads presences unless it asked for none, and messages in their order', () => {
    const gapOf = (fields: string) => answerGap('UpdatePresenceResult', {}, new URLSearchParams(fields))?.field
    expect(gapOf('slim_presence=true')).toBe('presences')
    expect(gapOf('slim_presence=true&ping_only=true')).toBeUndefined()
  })
})

describe('the stand-in of the terminal client', () => {
  test.each([
    '<p>a <strong>b</strong><br>\nc &lt; d</p>',
    '<p><a href="https://a.example"><img src="/x.png"></a></p>',
    '<p><time datetime="2026-01-01T00:00:00Z">then</time></p>',
    '<ol start="7">\n<li>a</li>\n</ol>',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>',
    '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>',
    '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content"></div></div>',
  ])('draws %s', (html) => {
    expect(htmlGap(html)).toBeUndefined()
  })

  test.each([
    '<p><a>x</a></p>',
    '<p><img alt="x"></p>',
    '<p><time>then</time></p>',
    '<p><time datetime="0001-01-01T00:00:00Z">then</time></p>',
    '<p><time datetime="9999-12-31T12:00:00Z">then</time></p>',
    '<p><time datetime="+010000-01-01T00:00:00Z">then</time></p>',
    `<ol start="${'9'.repeat(19)}">\n<li>a</li>\n</ol>`,
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '<div class="codehilite">a</div>',
    '<div class="spoiler-block">a</div>',
    '<p>a</div>',
    '<p>a',
    'a < b',
    '<b>'.repeat(300) + '</b>'.repeat(300),
  ])('cannot draw %s', (html) => {
    expect(htmlGap(html)).toBeDefined()
  })

  test('requires fields that may be null', () => {
    const channel = { message_retention_days: null, desktop_notifications: null }
    expect(decodeTerminalClass('Subscription', channel)?.field).toBe('stream_id')
    expect(decodeTerminalClass('GlobalNotificationsEvent', { notification_name: 'x' })?.field).toBe('setting')
    expect(decodeTerminalClass('GlobalNotificationsEvent', { notification_name: 'x', setting: null })).toBeUndefined()
  })
})
