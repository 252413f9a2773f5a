import { createUniqueId, Show } from 'solid-js'
import { labelOf } from '../base/labels'
import { useClient } from '../client/use-client'
import { lazyView } from '../parts/lazy'
import type { Writable } from '../routes/route'
import { words } from '../words/en'
import { createComposerKeys, type ComposerKeys } from './composer-keys'
import { createSending, type Sending } from './composer-sending'
import { createComposerState, type ComposerState } from './composer-state'
import { Toolbar } from './toolbar'
import { TypingLine } from './typing-line'
import { Failure } from '../parts/failure'
import './composer.css'

const ToLine = lazyView(async () => (await import('./to-line')).ToLine)
const ComposerMenus = lazyView(async () => (await import('./composer-menus')).ComposerMenus)
const UploadList = lazyView(async () => (await import('./upload-list')).UploadList)
const CompletionList = lazyView(async () => (await import('./completion-list')).CompletionList)
const CommandState = lazyView(async () => (await import('./command-state')).CommandState)
const FormatBar = lazyView(async () => (await import('./format-bar')).FormatBar)
const Preview = lazyView(async () => (await import('./preview')).Preview)

type Props = {
  route: Writable
  /** The view has many conversations, and the composer answers one of its messages. */
  answers?: boolean
}

/** Writes to a conversation. In a channel, it asks for the topic. The text is kept until it is sent. */
export function Composer(props: Props) {
  const client = useClient()
  const { route } = props
  const state = createComposerState(client, route)
  const sending = createSending(client, state, props.answers === true)
  const keys = createComposerKeys(client, state, sending)
  return (
    <div class="composer">
      <TypingLine route={route} />
      <form
        class="write"
        onSubmit={(event) => {
          event.preventDefault()
          sending.send()
        }}
        onKeyDown={keys.pressAnywhere}
        onDragOver={(event) => event.dataTransfer?.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => state.uploads.take(event, event.dataTransfer?.files)}
      >
        <TextField state={state} keys={keys} asksPlace={route.view === 'channel' || props.answers === true} />
        <BelowField state={state} sending={sending} />
      </form>
    </div>
  )
}

/** The place, if it is not that of the view, and the text with what is chosen above it. */
function TextField(props: { state: ComposerState; keys: ComposerKeys; asksPlace: boolean }) {
  const client = useClient()
  const { route, elements, completion, ...state } = props.state
  const listId = `completion-${createUniqueId()}`
  return (
    <>
      <Show when={completion.isOpen()}>
        <CompletionList
          id={listId}
          options={completion.options()}
          chosen={completion.chosen()}
          accept={completion.accept}
        />
      </Show>
      <Show when={props.asksPlace}>
        <ToLine
          route={route}
          topic={state.topic()}
          done={() => state.field().focus()}
          leave={props.keys.leave}
          ref={(element) => (elements.topic = element)}
        />
      </Show>
      <Show when={state.isPreview()}>
        <Preview text={state.text()} />
      </Show>
      <textarea
        ref={(element) => {
          elements.field = element
          queueMicrotask(state.fit)
        }}
        rows="1"
        dir="auto"
        aria-label={words.composer.messageTo(labelOf(client, route))}
        aria-autocomplete="list"
        aria-controls={completion.isOpen() ? listId : undefined}
        aria-activedescendant={completion.isOpen() ? `${listId}-${completion.chosen()}` : undefined}
        placeholder={words.composer.messageTo(labelOf(client, route))}
        onInput={props.keys.write}
        onKeyDown={props.keys.press}
        onPaste={props.keys.paste}
        onBlur={({ currentTarget }) => {
          client.drafts.write(route, { caret: currentTarget.selectionStart })
          completion.close()
        }}
        onClick={completion.update}
        onFocus={() => void completion.load()}
      />
    </>
  )
}

/** What runs, what fails, and what can be added to the text. */
function BelowField(props: { state: ComposerState; sending: Sending }) {
  const { runs, uploads, field, ...state } = props.state
  return (
    <>
      <Show when={runs.running() !== undefined || runs.answer() !== undefined}>
        <CommandState runs={runs} />
      </Show>
      <Show when={uploads.uploads().length > 0}>
        <UploadList uploads={uploads.uploads()} add={uploads.add} />
      </Show>
      <Failure text={state.error()} />
      <Show when={state.isFormatting()}>
        <FormatBar field={field()} />
      </Show>
      <Toolbar state={props.state} />
      <Show when={state.menu()}>
        <ComposerMenus state={props.state} sending={props.sending} />
      </Show>
    </>
  )
}
