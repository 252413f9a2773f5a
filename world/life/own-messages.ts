import { outcomeOf } from './client.ts'
import type { Action, Life } from './life.ts'
import type { Member } from './organization.ts'
import type { Json, Pick } from '../shared-parts.ts'

// What members change of their own messages, and that they read what they have written, wherever it is: in memory, in the outbox, in a
// database, or in a replica of it.

async function edit(life: Life, { client }: Member, pick: Pick): Promise<string> {
  const own = life.sentBy(client.id, pick)
  if (own === undefined) return 'nothing to edit'
  const nth = ++own.changes
  const before = own.content
  const content = `${own.word} edited version${nth}of${own.word}`
  own.content = undefined
  const answer: Json = await client.ask('PATCH', `/messages/${own.id}`, { content })
  // Of two edits at once, either may be the later one. One without an answer may still arrive.
  if (answer?.result === 'success' && own.changes === nth) {
    own.content = content
    own.removed = before === undefined ? undefined : /version\w+/.exec(before)?.[0]
  }
  return outcomeOf(answer)
}

async function remove(life: Life, { client }: Member, pick: Pick): Promise<string> {
  const own = life.sentBy(client.id, pick)
  if (own === undefined) return 'nothing to delete'
  own.mayBeDeleted = true
  own.changes++
  own.content = undefined
  const answer: Json = await client.ask('DELETE', `/messages/${own.id}`)
  if (answer?.result !== 'success') return outcomeOf(answer)
  const { messages = [] } = (await client.ask('GET', '/messages', around(own.id))) ?? {}
  const found = messages.find(({ content }: Json) => content.includes(own.word))
  // A restore may bring it back.
  if (found && !own.wasRestored)
    life.organization.fail(`The message ${own.word} was deleted, and is read as ${found.id}`)
  return 'success'
}

const around = (anchor = 0) => ({ anchor, num_before: 2, num_after: 2, apply_markdown: false })

/** The member reads what the server has confirmed. */
async function readBack(life: Life, { client }: Member, pick: Pick): Promise<string> {
  const own = life.sentBy(client.id, pick)
  if (own?.content === undefined || own.id === undefined) return 'nothing to read'
  const { changes, content, id, word, removed } = own
  const path = pick([`/messages/${id}`, '/messages', '/messages'])
  const fields = pick([around(id), { ...around(id), narrow: [['search', word]] }])
  const answer: Json = await client.ask('GET', path, path === '/messages' ? fields : { apply_markdown: false })
  const { message, messages = [message] } = answer ?? {}
  const found = messages.find((each: Json) => each?.id === id)
  const isSame = own.changes === changes && !own.mayBeDeleted && !own.wasRestored
  if (answer?.result === 'success' && isSame && found !== undefined && found.content !== content)
    life.organization.fail(`The message ${id} has the text ${content}, and is read as ${found.content} (${path})`)
  if (removed !== undefined && (await finds(client, id, removed)) && own.changes === changes && !own.wasRestored)
    life.organization.fail(`A search for ${removed} finds message ${id}, from which an edit removed it`)
  return outcomeOf(answer)
}

async function finds(client: Member['client'], id: number, word: string): Promise<boolean> {
  const answer: Json = await client.ask('GET', '/messages', { ...around(id), narrow: [['search', word]] })
  return (answer?.messages ?? []).some((each: Json) => each.id === id)
}

export const OWN_MESSAGES: Readonly<Record<string, Action>> = {
  edit: { weight: 4, run: edit },
  delete: { weight: 1, run: remove },
  'read back': { weight: 2, run: readBack },
}
