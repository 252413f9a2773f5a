import { Match, Switch } from 'solid-js'
import { labelOf } from '../base/labels'
import { useClient } from '../client/use-client'
import { lazyView } from '../parts/lazy'
import { words } from '../words/en'
import type { Sending } from './composer-sending'
import type { ComposerState } from './composer-state'
import { insertText } from './insert-text'

const EmojiPicker = lazyView(async () => (await import('../parts/emoji-picker')).EmojiPicker)
const OtherMenu = lazyView(async () => (await import('./other-menu')).OtherMenu)
const CallMenu = lazyView(async () => (await import('./call-menu')).CallMenu)
const SnippetMenu = lazyView(async () => (await import('./snippet-menu')).SnippetMenu)
const VoiceRecorder = lazyView(async () => (await import('./voice-recorder')).VoiceRecorder)
const GifPicker = lazyView(async () => (await import('../gifs/gif-picker')).GifPicker)
const ScheduleMenu = lazyView(async () => (await import('./schedule-menu')).ScheduleMenu)

/** What a button of the composer opened. */
export function ComposerMenus(props: { state: ComposerState; sending: Sending }) {
  const client = useClient()
  const { state, sending } = props
  const field = state.field()
  const name = labelOf(client, state.route)
  const anchor = () => field.form!.querySelector<HTMLElement>('.other')!
  const close = () => {
    state.setMenu(undefined)
    field.focus()
  }
  return (
    <Switch>
      <Match when={state.menu() === 'emoji'}>
        <EmojiPicker
          choose={(emoji) => insertText(field, `:${emoji.emoji_name}: `)}
          close={close}
          label={words.composer.emoji}
        />
      </Match>
      <Match when={state.menu() === 'other'}>
        <OtherMenu
          field={field}
          anchor={anchor()}
          setMenu={state.setMenu}
          preview={() => state.setPreview(true)}
          close={close}
        />
      </Match>
      <Match when={state.menu() === 'call'}>
        <CallMenu anchor={anchor()} name={name} insert={(link) => insertText(field, link)} close={close} />
      </Match>
      <Match when={state.menu() === 'snippets'}>
        <SnippetMenu anchor={anchor()} insert={(text) => insertText(field, text)} close={close} />
      </Match>
      <Match when={state.menu() === 'gif'}>
        <GifPicker insert={(link) => insertText(field, link)} close={close} />
      </Match>
      <Match when={state.menu() === 'voice'}>
        <VoiceRecorder
          route={state.route}
          name={name}
          field={field}
          ready={sending.ready}
          sent={sending.sent}
          setMenu={state.setMenu}
          close={close}
        />
      </Match>
      <Match when={state.menu() === 'schedule'}>
        <ScheduleMenu ready={sending.ready} done={sending.sent} close={close} />
      </Match>
    </Switch>
  )
}
