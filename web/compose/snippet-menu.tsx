import { useClient } from '../client/use-client'
import { Menu } from '../parts/menu'
import { settingsWords } from '../words/en-settings'

type Props = { anchor: HTMLElement; insert: (text: string) => void; close: () => void }

/** Inserts a text that the user has saved. */
export function SnippetMenu(props: Props) {
  const { go, store } = useClient()
  const saved = [...store.state.saved_snippets]
  const snippets = saved
    .sort((a, b) => a.title.localeCompare(b.title))
    .map(({ title, content }) => ({ label: title, run: () => props.insert(content) }))
  const more = [{ label: settingsWords.newSnippet, run: () => go({ view: 'settings', section: 'saved' }) }]
  return (
    <Menu
      label={settingsWords.snippets}
      anchor={props.anchor}
      groups={snippets.length > 0 ? [snippets, more] : [more]}
      close={props.close}
    />
  )
}
