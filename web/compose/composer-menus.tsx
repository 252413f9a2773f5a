import { Match, Switch } from 'solid-js'
import { lazyView } from '../parts/lazy'
import type { Writable } from '../routes/route'
import type { Conversation } from '../store/conversations'
import { words } from '../words/en'
import { insertText } from './insert-text'
import type { Menu } from './composer-state'

const EmojiPicker = lazyView(async () => (await import('../parts/emoji-picker')).EmojiPicker)
const OtherMenu = lazyView(async () => (await import('./other-menu')).OtherMenu)
const CallMenu = lazyView(async () => (await import('./call-menu')).CallMenu)
const SnippetMenu = lazyView(async () => (await import('./snippet-menu')).SnippetMenu)
const VoiceRecorder = lazyView(async () => (await import('./voice-recorder')).VoiceRecorder)
const ScheduleMenu = lazyView(async () => (await import('./schedule-menu')).ScheduleMenu)

type Props = {
  menu: Menu
  route: Writable
  field: HTMLTextAreaElement
  /** The name of the conversation. */
  name: string
  ready: (content?: string) => { to: Conversation; content: string } | undefined
  sent: (to: Conversation) => void
  setMenu: (menu: Menu) => void
  preview: () => void
  close: () => void
}

/** What a button of the composer opened. */
export function ComposerMenus(props: Props) {
  const anchor = () => props.field.form!.querySelector<HTMLElement>('.other')!
  return (
    <Switch>
      <Match when={props.menu === 'emoji'}>
        <EmojiPicker
          choose={(emoji) => insertText(props.field, `:${emoji.emoji_name}: `)}
          close={props.close}
          label={words.composer.emoji}
        />
      </Match>
      <Match when={props.menu === 'other'}>
        <OtherMenu
          field={props.field}
          anchor={anchor()}
          setMenu={props.setMenu}
          preview={props.preview}
          close={props.close}
        />
      </Match>
      <Match when={props.menu === 'call'}>
        <CallMenu
          anchor={anchor()}
          name={props.name}
          insert={(link) => insertText(props.field, link)}
          close={props.close}
        />
      </Match>
      <Match when={props.menu === 'snippets'}>
        <SnippetMenu anchor={anchor()} insert={(text) => insertText(props.field, text)} close={props.close} />
      </Match>
      <Match when={props.menu === 'voice'}>
        <VoiceRecorder
          route={props.route}
          name={props.name}
          field={props.field}
          ready={props.ready}
          sent={props.sent}
          setMenu={props.setMenu}
          close={props.close}
        />
      </Match>
      <Match when={props.menu === 'schedule'}>
        <ScheduleMenu ready={props.ready} done={props.sent} close={props.close} />
      </Match>
    </Switch>
  )
}
