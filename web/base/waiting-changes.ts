import { createEffect, createRoot } from 'solid-js'
import type { Event, ParametersOf, UnreadDetails } from '../../client-state/wire'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import type { Message } from '../store/messages'
import { underLock } from '../sync/locks'
import { createStoredChanges, isRequest, isSetting, type Change, type RequestChange } from '../sync/stored-changes'
import { words } from '../words/en'
import { createAsk, Refusal, type Ask } from '../wire/requests'
import { editForms, startEditing } from './editing'
import { requestsOf, sendRequest } from './waiting-requests'
import { eventOfSetting, sendSetting, settingsOf } from './waiting-settings'

const RETRY_MILLISECONDS = 30_000

/** The changes of the user that wait for the server. The store has them already. */
const waiting = perClient(({ environment, store }) => createStoredChanges(environment.storage, store.state.user_id))

/** Returns the changes that wait, the oldest first. */
export const waitingChanges = (client: Client): readonly Change[] =>
  client.store.isReady() ? waiting(client).all() : []

/** Returns the move or the deletion of a message that waits. */
export function waitingRequest(client: Client, message_id: number) {
  client.watch('drafts')
  for (const change of waitingChanges(client))
    if ((change.kind === 'move' || change.kind === 'delete') && change.message_id === message_id) return change
  return undefined
}

/** Keeps a change until the server can be reached, and shows it. Returns whether there was room. */
export function keepChange(client: Client, change: Change): boolean {
  if (!client.store.isReady() || !waiting(client).add(change)) return false
  show(client, change)
  client.touch(['drafts'])
  return true
}

type Saved = (message_id: number, text: string) => void

/**
 * From now on, reactions, flags and settings that cannot reach the server wait, and are sent when it can be reached, also by a later page.
 * `saved` is called with each edit that the server took.
 */
export function startKeepingChanges(client: Client, saved: Saved): void {
  const { environment, signal } = client
  const sending = createSending(client, saved)
  environment.later = (route, parameters) => {
    const change = changeOf(route, parameters)
    const changes = change
      ? [change]
      : [...settingsOf(client, route, parameters), ...requestsOf(client, route, parameters)]
    if (changes.length === 0 || !changes.every((each) => keepChange(client, each))) return undefined
    // Nothing else shows at once that it waits.
    if (changes.some(isRequest)) client.setNotice({ text: words.status.waiting })
    return Response.json({})
  }
  globalThis.addEventListener('online', sending, { signal })
  createRoot((dispose) => {
    signal.addEventListener('abort', dispose)
    let isShown = false
    createEffect(() => {
      if (!client.isReady()) return
      if (!isShown) for (const change of waiting(client).all()) show(client, change)
      isShown = true
      // A connection is there again, or was never lost.
      if (client.isCaughtUp() && client.status() !== 'waiting') sending()
    })
  })
}

function changeOf(route: string, parameters: object): Change | undefined {
  const given: Partial<ParametersOf<'POST /messages/flags'> & ParametersOf<'POST /messages/:message_id/reactions'>> =
    parameters
  const { op, flag, messages, message_id, emoji_name, emoji_code, reaction_type = 'unicode_emoji' } = given
  if (route === 'POST /messages/flags' && (op === 'add' || op === 'remove') && flag !== undefined && messages)
    return { kind: 'flag', op, flag, messages }
  if (!route.endsWith('/reactions') || message_id === undefined) return undefined
  if (emoji_name === undefined || emoji_code === undefined) return undefined
  const kept = { message_id, emoji_name, emoji_code, reaction_type }
  return { kind: 'reaction', op: route.startsWith('POST') ? 'add' : 'remove', ...kept }
}

/** Returns what sends the changes, one after the other, in one tab at a time. */
function createSending(client: Client, saved: Saved): () => void {
  const { environment, session, signal } = client
  // What fails waits already.
  const ask = createAsk({ api: environment.api }, session, signal)
  let retry: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(retry))

  async function sendAll() {
    for (;;) {
      const [change] = waitingChanges(client)
      if (change === undefined || signal.aborted) return
      try {
        await send(client, ask, change)
        if (change.kind === 'edit') saved(change.message_id, change.content)
        forget(client, change)
      } catch (error) {
        if (!isFinal(error)) return void (retry = setTimeout(sending, RETRY_MILLISECONDS))
        forget(client, change)
        refused(client, change, error)
      }
    }
  }

  function sending() {
    clearTimeout(retry)
    if (waitingChanges(client).length > 0) void underLock(`${environment.name}-changes`, sendAll)
  }
  return sending
}

async function send(client: Client, ask: Ask, change: Change): Promise<void> {
  if (change.kind === 'flag') {
    const { flag, op, messages } = change
    await ask('POST /messages/flags', { flag, op, messages: [...messages] })
  } else if (change.kind === 'reaction') {
    const { kind: _, op, ...reaction } = change
    const route = op === 'add' ? 'POST /messages/:message_id/reactions' : 'DELETE /messages/:message_id/reactions'
    await ask(route, reaction).catch(unlessDone)
  } else if (isSetting(change)) await sendSetting(ask, change)
  else if (isRequest(change)) await sendRequest(client, ask, change)
  else {
    const { message_id, content, before } = change
    const prev_content_sha256 = before === undefined ? undefined : await hashOf(before)
    await ask('PATCH /messages/:message_id', {
      message_id,
      content,
      ...(prev_content_sha256 === undefined ? {} : { prev_content_sha256 }),
    })
  }
}

/** The answer to an earlier request was lost. */
function unlessDone(error: unknown): void {
  const isDone =
    error instanceof Refusal && (error.code === 'REACTION_ALREADY_EXISTS' || error.code === 'REACTION_DOES_NOT_EXIST')
  if (!isDone) throw error
}

/** An ended session, a full rate limit and a failure of the server pass. */
const isFinal = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.status < 500 && error.status !== 401 && error.status !== 429

/** Returns the SHA-256 of a text, or undefined over plain HTTP. */
async function hashOf(text: string): Promise<string | undefined> {
  if (crypto.subtle === undefined) return undefined
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function forget(client: Client, change: Change) {
  waiting(client).remove(change)
  client.touch(['drafts'])
  if (change.kind === 'edit') showSaving(client, change.message_id, undefined)
}

/** The user takes a change back before the server has it. */
export function discardChange(client: Client, change: Change): void {
  forget(client, change)
  takeBack(client, change)
}

/** The server decided otherwise: the message is again what the server has, and the user reads why. */
function refused(client: Client, change: Change, error: Refusal) {
  client.report(error)
  if (change.kind === 'edit') {
    editForms(client).reasons.set(change.message_id, error.message)
    startEditing(client, change.message_id)
  } else takeBack(client, change)
}

function takeBack(client: Client, change: Change) {
  if (isSetting(change)) client.store.apply([eventOfSetting(change, 'before')])
  else if (change.kind !== 'edit' && !isRequest(change))
    show(client, { ...change, op: change.op === 'add' ? 'remove' : 'add' })
}

function show(client: Client, change: Change) {
  if (change.kind === 'edit') showSaving(client, change.message_id, change.content)
  else if (!isRequest(change)) client.store.apply([eventOf(client, change)])
}

/** Shows the text that a message will have, or again the text that it has. */
function showSaving(client: Client, message_id: number, content: string | undefined) {
  editForms(client).setSaving((all) => {
    const others = [...all].filter(([id]) => id !== message_id)
    return new Map(content === undefined ? others : [...others, [message_id, content]])
  })
}

/** Returns the event that the server would send. The page applies it before, and again when it comes. */
function eventOf(client: Client, change: Exclude<Change, { kind: 'edit' } | RequestChange>): Event {
  const { store } = client
  if (isSetting(change)) return eventOfSetting(change, 'value')
  // No event of a queue has this id.
  const id = -1
  if (change.kind === 'reaction') {
    const { kind: _, ...reaction } = change
    const { user_id, full_name, email } = store.state
    const user = { user_id, full_name, email, is_mirror_dummy: false }
    return { type: 'reaction', id, user_id, user, ...reaction }
  }
  const { op, flag } = change
  const messages = [...change.messages]
  const fields = { type: 'update_message_flags' as const, id, operation: op, flag, messages, all: false }
  if (op === 'add') return { ...fields, op }
  const details = messages.flatMap((message_id): [string, UnreadDetails][] => {
    const message = store.messages.get(message_id)
    return message ? [[String(message_id), detailsOf(message, store.state.user_id)]] : []
  })
  return { ...fields, op, message_details: Object.fromEntries(details) }
}

function detailsOf(message: Message, own_id: number): UnreadDetails {
  const mentioned = message.flags.includes('mentioned')
  if (message.type === 'stream')
    return { type: 'stream', mentioned, stream_id: message.stream_id, topic: message.subject }
  const user_ids = message.display_recipient.map(({ id }) => id).filter((user_id) => user_id !== own_id)
  return { type: 'private', mentioned, user_ids }
}

/** Returns the changes that wait as the events that the server would send. */
export const waitingEvents = (client: Client): Event[] =>
  waitingChanges(client).flatMap((change) =>
    change.kind === 'edit' || isRequest(change) ? [] : [eventOf(client, change)],
  )
