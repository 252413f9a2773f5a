import { confirm } from './actions.ts'
import { outcomeOf, type Client } from './client.ts'
import type { Written } from './ledger.ts'
import type { Action, Life } from './life.ts'
import type { Member } from './organization.ts'
import type { Json, Pick } from '../shared-parts.ts'

// What members change of their own messages, and that they read what they have written, wherever it is: in memory, in the outbox, in a
// database, or in a replica of it.

async function edit(life: Life, { client }: Member, pick: Pick): Promise<string> {
  const own = life.sentBy(client.id, pick)
  if (own === undefined) return 'nothing to edit'
  const outcome = await change(client, own)
  // D1 receives both versions together.
  return pick([true, false, false]) ? change(client, own) : outcome
}

async function change(client: Client, own: Written): Promise<string> {
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
  return mustBeGone(life, client, own)
}

/** What was deleted is not read, and a search does not find it. A restore may bring it back. */
async function mustBeGone({ organization }: Life, client: Client, own: Written): Promise<string> {
  for (const narrow of [[], [['search', own.word]]]) {
    const { messages = [] }: Json = (await client.ask('GET', '/messages', { ...around(own.id), narrow })) ?? {}
    const found = messages.find(({ content }: Json) => content.includes(own.word))
    if (found && !own.wasRestored)
      organization.fail(
        `The message ${own.word} was deleted, and is read as ${found.id}, narrowed by ${String(narrow)}`,
      )
  }
  return 'success'
}

/** A member writes a message and deletes it at once, so the newest id is that of a message that does not exist. */
async function undo(life: Life, { client }: Member, pick: Pick): Promise<string> {
  const { ledger } = life.organization
  const own = ledger.begin(client.account.full_name, client.world.scheduler.now)
  own.mayBeDeleted = true
  const to = pick([
    { type: 'channel', to: 1, topic: 'lunch' },
    { type: 'direct', to: [client.id] },
  ])
  const sent: Json = await client.ask('POST', '/messages', { ...to, content: own.word })
  if (sent?.result !== 'success') return outcomeOf(sent)
  confirm(life, own, sent.id)
  await client.world.scheduler.wait(pick([0, 0, 1000, 4000]))
  const answer: Json = await client.ask('DELETE', `/messages/${sent.id}`)
  if (answer?.result !== 'success') return outcomeOf(answer)
  await client.world.scheduler.wait(pick([0, 0, 15_000]))
  return mustBeGone(life, client, own)
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
  'write and delete': { weight: 0.3, run: undo },
  'read back': { weight: 2, run: readBack },
}
