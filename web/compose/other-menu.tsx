import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Menu as List, type MenuItem } from '../parts/menu'
import { isLinkGuest } from '../store/may-write'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { insertText } from './insert-text'
import type { Menu } from './composer-state'

type Props = {
  field: HTMLTextAreaElement
  anchor: HTMLElement
  setMenu: (menu: Menu) => void
  preview: () => void
  close: () => void
}

/** What can be added to a message, in words. On a phone, this is all there is before the user writes. */
export function OtherMenu(props: Props) {
  const client = useClient()
  const command = (text: string) => () => insertText(props.field, text, 0, 0)
  const adds: MenuItem[] = [
    {
      icon: 'attach',
      label: words.composer.attach,
      run: () => props.field.form?.querySelector<HTMLElement>('[type="file"]')?.click(),
    },
    ...(hasCalls(client) ? [{ icon: 'call' as const, label: laterWords.call, run: () => props.setMenu('call') }] : []),
    ...(hasGifs(client) ? [{ icon: 'emoji' as const, label: laterWords.gif, run: () => props.setMenu('gif') }] : []),
    { icon: 'mic', label: words.composer.voice, run: () => props.setMenu('voice') },
    { icon: 'poll', label: words.composer.poll, run: command('/poll ') },
    { icon: 'done', label: laterWords.widgets.todo, run: command('/todo ') },
    { icon: 'topic', label: laterWords.snippets, key: "Ctrl-'", run: () => props.setMenu('snippets') },
  ]
  const does: MenuItem[] = [
    { icon: 'later', label: laterWords.schedule.title, run: () => props.setMenu('schedule') },
    { icon: 'search', label: words.composer.preview, key: 'Alt-P', run: props.preview },
  ]
  return <List label={words.composer.other} anchor={props.anchor} groups={[adds, does]} close={() => props.close()} />
}

/** Whether the organization has chosen a service for calls, and the server still has it. */
function hasCalls({ store, watch }: Client): boolean {
  watch('realm')
  const { realm_video_chat_provider: chosen, realm_available_video_chat_providers: available } = store.state
  return chosen !== 0 && Object.values<{ id: number }>(available).some(({ id }) => id === chosen)
}

/** Whether the organization chose a service for GIFs. The server refuses the searches of those who came by a link. */
function hasGifs({ store, watch }: Client): boolean {
  watch('realm')
  const { realm_parley_gif_service: service, realm_gif_rating_policy: rating } = store.state
  return service !== 'none' && rating !== 0 && !isLinkGuest(store.state)
}
