import { createEffect, createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { keyOfRoute, type Writable } from '../routes/route'
import { createCommandRuns } from './command-runs'
import { createCompletion } from './completion'
import { recentSenders } from './recent-senders'
import { createUploads } from './uploads'

export type Menu = 'other' | 'emoji' | 'schedule' | 'call' | 'snippets' | 'voice' | 'gif' | undefined
export type ComposerState = ReturnType<typeof createComposerState>

const FORMAT_BAR = 'format-bar'

/** What a composer shows: the draft of its place, and what is open around it. */
export function createComposerState(client: Client, route: Writable) {
  const { drafts, go } = client
  const elements: { field?: HTMLTextAreaElement; topic?: HTMLInputElement } = {}
  const field = () => elements.field!
  const [text, setText] = createSignal('')
  const [topic, setTopic] = createSignal('')
  const [error, setError] = createSignal('')
  const [isPreview, setPreview] = createSignal(false)
  const { storage } = client.environment
  const [isFormatting, setFormatting] = createSignal(storage.getItem(FORMAT_BAR) !== null)
  const [menu, setMenu] = createSignal<Menu>()
  const uploads = createUploads(client, field)
  const runs = createCommandRuns(client, {
    failed: setError,
    succeeded(to, content) {
      if (field().value.trimEnd() === content) drafts.clear(route)
      if (route.view === 'channel' && runs.answer() === undefined) go(to)
    },
  })
  const completion = createCompletion(client, field, () => recentSenders(client, route))

  /** Makes the field as high as its text. */
  function fit() {
    field().style.height = 'auto'
    field().style.height = `${field().scrollHeight}px`
  }

  /** Shows what another tab or device wrote, or that the draft was sent. */
  function showDraft() {
    client.watch(`draft:${keyOfRoute(route)}`)
    const draft = drafts.read(keyOfRoute(route))
    setTopic(draft?.topic ?? '')
    if ((draft?.text ?? '') === field().value) return
    setText(draft?.text ?? '')
    field().value = draft?.text ?? ''
    if (draft) field().setSelectionRange(draft.caret, draft.caret)
    fit()
  }
  createEffect(showDraft)

  return {
    route,
    elements,
    field,
    text,
    setText,
    topic,
    error,
    setError,
    isPreview,
    setPreview,
    isFormatting,
    /** The bar that formats stays as the user left it. */
    toggleFormatting() {
      if (setFormatting(!isFormatting())) storage.setItem(FORMAT_BAR, 'shown')
      else storage.removeItem(FORMAT_BAR)
    },
    menu,
    setMenu,
    uploads,
    runs,
    completion,
    fit,
  }
}
