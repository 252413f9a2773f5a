import { createSignal, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { SavedSnippet } from '../../client-state/wire'
import { EmojiText } from '../parts/emoji-text'
import { settingsWords as words } from '../words/en-settings'
import { fetched } from './fetched'
import { Items, Part, RemoveButton, SettingsForm, textOf } from './parts'
import { SavedViews } from './saved-views'
import { LongTextField, TextField } from './form-fields'

const MAX_CHARACTERS = 10_000
const MAX_TITLE = 60

/** What the user keeps for later: drafts, scheduled messages and snippets. */
export function Saved() {
  const { hrefOf } = useClient()
  return (
    <>
      <Part title={words.sections.saved ?? ''}>
        <ul class="items">
          <li>
            <a href={hrefOf({ view: 'drafts' })}>{words.drafts}</a>
          </li>
          <li>
            <a href={hrefOf({ view: 'scheduled' })}>{words.scheduled}</a>
          </li>
        </ul>
      </Part>
      <SavedViews />
      <Snippets />
    </>
  )
}

function Snippets() {
  const client = useClient()
  const { ask, report } = client
  const { value, refresh } = fetched(client, async () => (await ask('GET /saved_snippets')).saved_snippets)
  const [edited, setEdited] = createSignal<SavedSnippet>()
  async function save(fields: FormData, form: HTMLFormElement) {
    const snippet = { title: textOf(fields, 'title'), content: textOf(fields, 'content') }
    const existing = edited()
    if (existing === undefined) await ask('POST /saved_snippets', snippet)
    else await ask('PATCH /saved_snippets/:saved_snippet_id', { saved_snippet_id: existing.id, ...snippet })
    form.reset()
    setEdited(undefined)
    await refresh()
  }
  const remove = (id: number) =>
    ask('DELETE /saved_snippets/:saved_snippet_id', { saved_snippet_id: id }).then(refresh).catch(report)

  return (
    <Part title={words.snippets} text={words.snippetsText}>
      <Items of={value()} none={words.noSnippets}>
        {(snippet) => (
          <li>
            <div class="grow" dir="auto">
              <b>{snippet.title}</b>
              <p class="quiet">
                <EmojiText text={snippet.content.slice(0, 200)} />
              </p>
            </div>
            <button class="act" onClick={() => setEdited(snippet)}>
              {words.change}
            </button>
            <RemoveButton name={snippet.title} remove={() => remove(snippet.id)} />
          </li>
        )}
      </Items>
      <Show when={edited() ?? { title: '', content: '' }} keyed>
        {(snippet) => (
          <SettingsForm button={edited() ? words.save : words.newSnippet} submit={save}>
            <TextField label={words.snippetTitle} name="title" most={MAX_TITLE} value={snippet.title} />
            <LongTextField label={words.snippetText} name="content" most={MAX_CHARACTERS} value={snippet.content} />
          </SettingsForm>
        )}
      </Show>
    </Part>
  )
}
