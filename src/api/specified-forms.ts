/**
 * What the specification writes in another form than the levels that the server announces. The server writes the form of the
 * level. A client that receives the names of the specification (vendor-names.ts) also receives its forms:
 *
 * - Level 443: the times of a file are in seconds. The specification has milliseconds.
 * - Level 472: a file has `message_ids`. The specification has `messages`, which the server sends to all clients.
 * - Level 449: the types of exports have names. The specification has the numbers 1 and 2.
 * - Level 454: `web_home_view` has the value `recent`. The specification has `recent_topics`.
 * - Level 456: `avatar_source` may be `J`, a picture that the server draws. The specification has `U` for pictures of the server.
 */
export const inSpecifiedForm = (json: string): string => withHomeView(withExports(withFiles(withAvatars(json))))

const withAvatars = (json: string): string => json.replaceAll('"avatar_source":"J"', '"avatar_source":"U"')

/** Returns a value of a request as the levels write it: a request may also have the specification's value. */
export const currentValue = (name: string, value: string): string =>
  name === 'web_home_view' && value === 'recent_topics' ? 'recent' : value

const withHomeView = (json: string): string =>
  json.includes('web_home_view"') ? json.replace(HOME_VIEW, '$1"recent_topics"') : json

const HOME_VIEW = /("web_home_view":|"property":"web_home_view","value":|_name":"web_home_view","setting":)"recent"/g

function withExports(json: string): string {
  if (!json.includes('"export_type":"')) return json
  return json.replace(
    /"export_type":"(public|full_with_consent)"/g,
    (_, name) => `"export_type":${name === 'public' ? 1 : 2}`,
  )
}

function withFiles(json: string): string {
  if (!json.includes('"create_time":')) return json
  return json.replace(FILE, (_, created: string, messages: string) => {
    const sent = messages.replace(/"date_sent":\d+/g, '$&000')
    return `"create_time":${created}000,"messages":[${sent}]`
  })
}

// In JSON text a quote inside a string is escaped, so the pattern finds whole members only.
// It takes linear time: each part ends where the next one begins, and the whole begins with a fixed text.
const FILE = /"create_time":(\d+),"messages":\[((?:\{"date_sent":\d+,"id":\d+\},?)*)\],"message_ids":\[[\d,]*\]/g
