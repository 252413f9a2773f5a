import { crc32, deflateSync } from 'node:zlib'
import { formOf, outcomeOf, type Client } from './client.ts'
import type { Action, Life } from './life.ts'
import type { Organization } from './organization.ts'
import type { Pick } from '../shared-parts.ts'
import { open, sendFile } from './files.ts'

// What members do seldom: pictures, files in pieces, agents, exports, pages for visitors.

/** Returns a picture of one color. */
function pngOf(side: number, color: number): Buffer {
  const chunk = (type: string, bytes: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), bytes])
    const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(bytes.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header.set([8, 2], 8)
  const rows = Buffer.alloc((side * 3 + 1) * side, color)
  for (let y = 0; y < side; y++) rows[y * (side * 3 + 1)] = 0
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const none = Buffer.alloc(0)
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', none)])
}

const pictureOf = (pick: Pick) => pngOf(pick([8, 40, 160]), pick([0, 90, 200]))

async function resumeUpload(client: Client, pick: Pick): Promise<string> {
  const bytes = pictureOf(pick)
  const half = Math.floor(bytes.length / 2)
  const metadata = `filename ${btoa('drawing.png')},filetype ${btoa('image/png')}`
  const version = { 'tus-resumable': '1.0.0' }
  const piece = (offset: number) => ({
    ...version,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  })
  const create = { ...version, 'upload-length': String(bytes.length), 'upload-metadata': metadata }
  const place = await client
    .fetch('/api/v1/tus', { method: 'POST', headers: create })
    .then(({ headers }) => headers.get('location'))
    .catch(() => null)
  if (place === null) return 'lost'
  const path = new URL(place, client.realm_url).pathname
  await open(client, path, { method: 'PATCH', headers: piece(0), body: new Uint8Array(bytes.subarray(0, half)) })
  // A client asks how much the server has, and goes on from there.
  const had = await client
    .fetch(path, { method: 'HEAD', headers: version })
    .then(({ headers }) => Number(headers.get('upload-offset')))
    .catch(() => half)
  if (pick([0, 1, 2, 3]) === 0) return open(client, path, { method: 'DELETE', headers: version })
  return open(client, path, { method: 'PATCH', headers: piece(had), body: new Uint8Array(bytes.subarray(had)) })
}

/** What an agent may ask, with the arguments of each tool. */
const toolsFor = (pick: Pick, { organization, newest }: Life): readonly [name: string, given: object][] => {
  const [channel, topic, content] = [pick(['general', 'team-1']), pick(['lunch', 'plans']), 'An agent says so']
  const name = pick(organization.members).client.account.full_name
  return [
    ['whoami', {}],
    ['list_channels', {}],
    ['list_topics', { channel }],
    ['find_people', { query: 'Person' }],
    ['get_person', { user: name }],
    ['set_status', { text: 'at work' }],
    ['get_messages', { channel, topic }],
    ['get_message', { id: newest, with_edits: true }],
    ['search_messages', { query: 'code', sender: name }],
    ['list_unreads', {}],
    ['mark_read', { channel, topic }],
    ['list_groups', {}],
    ['change_group_members', { group: 'garden', add: [name] }],
    ['create_channel', { name: `agents-${pick([1, 2, 3])}`, people: [name] }],
    ['resolve_topic', { channel, topic }],
    ['save_draft', { channel, topic, content }],
    ['schedule_message', { channel, topic, content, send_at: '2030-01-01T00:00:00Z' }],
    ['list_scheduled', {}],
    ['cancel_scheduled', { scheduled_id: 1 }],
    ['send_message', { channel, topic, content }],
    ['edit_message', { id: newest, content }],
    ['react', { id: newest, emoji: 'tada' }],
    ['upload_file', { name: 'notes.txt', content }],
    ['get_file', { path: pick([...organization.files, '/user_uploads/1/none/notes.txt']) }],
    ['wait_for_answer', { channel, topic, after_id: newest, seconds: 5 }],
  ]
}

function callTool(client: Client, [name, given]: readonly [string, object]): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return open(client, '/mcp', { method: 'POST', headers, body })
}

/** Pages and files that need no program of a user. */
const pagesOf = ({ files, realm_name }: Organization, pick: Pick): readonly string[] => [
  ...files.slice(-3).map((path) => `${path.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`),
  `/avatar/${pick([1, 8, 9, 10])}`,
  '/accounts/find',
  '/login',
  '/metrics',
  '/api/v1/realm/icon',
  `/api/v1/server_settings?realm=${realm_name}`,
  '/api/v1/parley/replica?after=0',
  '/api/v1/attachments',
  '/api/v1/messages?anchor=oldest&num_before=0&num_after=40&narrow=[["search","list"],["sender","Ada"]]',
  '/api/v1/messages?anchor=newest&num_before=90&num_after=0&narrow=[["has","link"]]',
  '/api/v1/parley/recent_conversations',
]

export const RARE_ACTIONS: Readonly<Record<string, Action>> = {
  'share a picture': {
    weight: 1,
    run: async ({ organization }, { client }, pick) => {
      const file = await sendFile(client, '/user_uploads', { name: 'drawing.png', bytes: pictureOf(pick) })
      if (file?.result === 'success') organization.files.push(file.url)
      return outcomeOf(file)
    },
  },
  'change a picture': {
    weight: 2,
    run: async ({ organization }, { client }, pick) => {
      const path = pick(['/users/me/avatar', '/realm/icon', '/realm/logo', `/realm/emoji/emoji_${pick([1, 2, 3])}`])
      const owner = organization.members[0]?.client ?? client
      const fields: Record<string, string> = path === '/realm/logo' ? { night: pick(['true', 'false']) } : {}
      if (pick([0, 1, 2]) === 0) return outcomeOf(await owner.ask('DELETE', path, fields))
      return outcomeOf(await sendFile(owner, path, { name: 'drawing.png', bytes: pictureOf(pick), fields }))
    },
  },
  'upload in pieces': { weight: 0.5, run: (_, { client }, pick) => resumeUpload(client, pick) },
  'let an agent work': {
    weight: 3,
    run: (life, { client }, pick) => callTool(client, pick(toolsFor(pick, life))),
  },
  'open a page': {
    weight: 2,
    run: ({ organization }, { client }, pick) => open(client, pick(pagesOf(organization, pick))),
  },
  'download an export': {
    weight: 0.3,
    run: async ({ organization }) => {
      const owner = organization.members[0]?.client
      const answer = await owner?.ask('GET', '/export/realm')
      const url: string | undefined = answer?.exports?.find(
        (each: { export_url?: string }) => each.export_url,
      )?.export_url
      return owner === undefined || url === undefined ? 'no export' : open(owner, new URL(url).pathname)
    },
  },
  'forget a password': {
    weight: 0.2,
    run: (_, { client }) =>
      open(client, '/accounts/password/reset', {
        method: 'POST',
        body: formOf({ email: client.account.email }),
        headers: { authorization: '' },
      }),
  },
}
