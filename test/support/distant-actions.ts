import { doDueWork, preventAlarms } from './alarms'
import { OWN_PAGE } from './browser'
import type { SeveralDatabases } from './databases'
import { evict } from './faults'
import { fileOf, formWith, uploadFile } from './files'
import { narrowOf, type Terms } from './narrows'
import { formOf, succeeded, type FieldValue } from './person'
import { freshRealm } from './realm'
import { PIECE_HEADERS, uploadMetadata } from './tus'
import { credentialsOf } from './worker'

/** Returns a request for each action of a user, in a realm whose messages are in D1 only, and were edited. */
export async function distantActions(databases?: SeveralDatabases) {
  const { realm, ada, dov, general } = await freshRealm()
  const ids: number[] = []
  for (const word of ['soup', 'salad', 'soup and salad', 'bread', 'soup']) {
    databases?.continueIn(ids.length < 3 ? 'DB' : 'DB_2')
    const { id } = await dov.sends(general, 'lunch', word)
    succeeded(await dov.patch(`/messages/${id}`, { content: `${word}, edited` }))
    await doDueWork(realm)
    ids.push(id)
  }
  await preventAlarms(realm)
  const { url } = await uploadFile(dov, fileOf('Notes'))
  const at = (path: string, { headers, ...init }: { method?: string; body?: BodyInit; headers?: object } = {}) =>
    new Request(`${realm.url}${path}`, { redirect: 'manual', ...init, headers: { ...credentialsOf(dov), ...headers } })
  const get = (path: string, fields: Record<string, FieldValue> = {}) =>
    at(`/api/v1${path}?${formOf(fields).toString()}`)
  const change = (method: string, path: string, fields: Record<string, FieldValue>) =>
    at(`/api/v1${path}`, { method, body: formOf(fields) })
  const page = (terms: Terms, range = {}) =>
    get('/messages', { narrow: narrowOf(terms), anchor: 'newest', num_before: 50, num_after: 0, ...range })
  const password = { username: ada.email, password: ada.account.password }
  const inChannel: Terms[number] = ['channel', general.stream_id]
  const message = `/messages/${ids[0]}`
  const upload = { 'upload-length': '5', 'upload-metadata': uploadMetadata('a.txt') }
  return {
    evict: () => evict(realm),
    requests: {
      'open a conversation': () => page([inChannel, ['topic', 'lunch']]),
      'open a conversation at the first unread message': () => page([inChannel], { anchor: 'first_unread' }),
      'open one message': () => get(message),
      'open the history of a message': () => get(`${message}/history`),
      'search for a common word': () => page([['search', 'soup']]),
      'search for a word without matches': () => page([['search', 'sauerkraut']]),
      'search in a topic': () => page([inChannel, ['topic', 'lunch'], ['search', 'salad']]),
      'search in a channel by a sender': () => page([inChannel, ['sender', dov.id], ['search', 'soup']]),
      'search around a message': () => page([['search', 'soup']], { anchor: ids[2], num_after: 50 }),
      'count the matches of a search': () => get('/parley/search', { narrow: narrowOf([['search', 'soup']]) }),
      'send a message': () =>
        change('POST', '/messages', { type: 'channel', to: general.name, topic: 'lunch', content: 'Hi' }),
      'edit a message': () => change('PATCH', message, { content: 'Better so' }),
      react: () => change('POST', `${message}/reactions`, { emoji_name: 'tada' }),
      'mark as read': () => change('POST', '/messages/flags', { messages: ids, op: 'add', flag: 'read' }),
      'fetch a file': () => at(url),
      'fetch a part of a file': () => at(url, { headers: { range: 'bytes=1-2' } }),
      'fetch a file by a temporary link': async () => at(succeeded(await dov.get(url)).url),
      'upload a file': () => at('/api/v1/user_uploads', { method: 'POST', body: formWith(fileOf('More notes')) }),
      'begin an upload and send all of it': () =>
        at('/api/v1/tus/', { method: 'POST', headers: { ...PIECE_HEADERS, ...upload }, body: 'Notes' }),
      'log in for a key': () => at('/api/v1/fetch_api_key', { method: 'POST', body: formOf(password) }),
      'log in at the page': () =>
        at('/login', { method: 'POST', headers: OWN_PAGE, body: formOf({ ...password, next: '/' }) }),
      'register a queue': () => change('POST', '/register', {}),
    } satisfies Record<string, () => Request | Promise<Request>>,
  }
}
