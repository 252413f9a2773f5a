import { createSignal, For, Show } from 'solid-js'
import type { Json } from '../../../client-state/reducer'
import { names, store } from '../../app'
import { watch } from '../../views/watched'
import { sendFile } from '../../wire/form'
import { ask } from '../../wire/requests'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { attempt, fetched, stateOf } from '../fetched'
import { Part, SettingsForm, textOf } from '../parts'
import { resultOf } from './linkifier-test'

/** The emoji that the organization has added. */
export function Emoji() {
  const emoji = (): Json[] => {
    watch('realm')
    return Object.values<Json>(store.state.realm_emoji).filter(({ deactivated }) => !deactivated)
  }
  return (
    <>
      <Part title={words.sections['organization/emoji'] ?? ''}>
        <ul class="items">
          <For each={emoji()}>
            {({ name, source_url, author_id }) => (
              <li>
                <img src={source_url} alt="" loading="lazy" />
                <div class="grow">
                  <b>:{name}:</b>
                  <p class="quiet">{author_id === null ? '' : words.addedBy(names.user(author_id))}</p>
                </div>
                <button
                  class="act"
                  aria-label={settingsWords.removeItem(name)}
                  onClick={() => void attempt(ask(`DELETE /realm/emoji/${encodeURIComponent(name)}`))}
                >
                  {settingsWords.remove}
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={emoji().length === 0}>
          <p class="quiet">{words.noEmoji}</p>
        </Show>
      </Part>
      <Part title={words.newEmoji}>
        <SettingsForm
          button={settingsWords.add}
          submit={async (fields, form) => {
            const file = fields.get('file')
            const name = textOf(fields, 'name').toLowerCase()
            if (file instanceof File) await sendFile(`POST /realm/emoji/${encodeURIComponent(name)}`, file)
            form.reset()
          }}
        >
          <label>
            {words.emojiName}
            <input name="name" required maxlength="100" autocomplete="off" />
          </label>
          <label>
            {words.emojiFile}
            <input name="file" type="file" accept="image/*" required />
          </label>
        </SettingsForm>
      </Part>
    </>
  )
}

/** Forms of text that become links, with a field to try them. */
export function Linkifiers() {
  const { value, refresh } = fetched(async (): Promise<Json[]> => (await ask('GET /realm/linkifiers')).linkifiers)
  const [draft, setDraft] = createSignal({ pattern: '', template: '' })
  const [sample, setSample] = createSignal('')
  async function move(at: number, by: 1 | -1) {
    const ids = (value() ?? []).map(({ id }) => id)
    const [id] = ids.splice(at, 1)
    ids.splice(at + by, 0, id)
    if (await attempt(ask('PATCH /realm/linkifiers', { ordered_linkifier_ids: ids }))) await refresh()
  }
  async function remove(id: number) {
    if (await attempt(ask(`DELETE /realm/filters/${id}`))) await refresh()
  }
  return (
    <>
      <Part title={words.sections['organization/linkifiers'] ?? ''} text={words.linkifiersText}>
        <ul class="items">
          <For each={value() ?? []}>
            {(linkifier, at) => (
              <li>
                <div class="grow">
                  <code>{linkifier.pattern}</code>
                  <p class="quiet">{linkifier.url_template}</p>
                </div>
                <button
                  class="act"
                  disabled={at() === 0}
                  aria-label={words.moveUp(linkifier.pattern)}
                  onClick={() => void move(at(), -1)}
                >
                  ↑
                </button>
                <button
                  class="act"
                  disabled={at() === (value()?.length ?? 0) - 1}
                  aria-label={words.moveDown(linkifier.pattern)}
                  onClick={() => void move(at(), 1)}
                >
                  ↓
                </button>
                <button
                  class="act"
                  aria-label={settingsWords.removeItem(linkifier.pattern)}
                  onClick={() => void remove(linkifier.id)}
                >
                  {settingsWords.remove}
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={value()?.length === 0}>
          <p class="quiet">{words.noLinkifiers}</p>
        </Show>
      </Part>
      <Part title={words.newLinkifier}>
        <SettingsForm
          button={settingsWords.add}
          submit={async (_, form) => {
            await ask('POST /realm/filters', { pattern: draft().pattern, url_template: draft().template })
            form.reset()
            setDraft({ pattern: '', template: '' })
            await refresh()
          }}
        >
          <label>
            {words.pattern}
            <input
              required
              maxlength="2000"
              spellcheck={false}
              autocomplete="off"
              onInput={({ currentTarget }) => setDraft({ ...draft(), pattern: currentTarget.value })}
            />
          </label>
          <label>
            {words.template}
            <input
              required
              maxlength="2000"
              spellcheck={false}
              autocomplete="off"
              onInput={({ currentTarget }) => setDraft({ ...draft(), template: currentTarget.value })}
            />
          </label>
          <label>
            {words.tryText}
            <input dir="auto" autocomplete="off" onInput={({ currentTarget }) => setSample(currentTarget.value)} />
          </label>
          <p class="quiet" role="status">
            {sample() === '' ? '' : resultText(draft(), sample())}
          </p>
        </SettingsForm>
      </Part>
    </>
  )
}

function resultText(draft: { pattern: string; template: string }, sample: string): string {
  const result = resultOf(draft.pattern, draft.template, sample)
  if (result === undefined) return words.tryInvalid
  return result === '' ? words.tryNothing : words.tryResult(result)
}

/** Services in which blocks of code can be opened. */
export function Playgrounds() {
  const { value, refresh } = fetched(
    async (): Promise<Json[]> => (await stateOf(['realm_playgrounds'])).realm_playgrounds,
  )
  async function remove(id: number) {
    if (await attempt(ask(`DELETE /realm/playgrounds/${id}`))) await refresh()
  }
  return (
    <>
      <Part title={words.sections['organization/playgrounds'] ?? ''} text={words.playgroundsText}>
        <ul class="items">
          <For each={value() ?? []}>
            {({ id, name, pygments_language, url_template }) => (
              <li>
                <div class="grow">
                  <b dir="auto">{name}</b> <code>{pygments_language}</code>
                  <p class="quiet">{url_template}</p>
                </div>
                <button class="act" aria-label={settingsWords.removeItem(name)} onClick={() => void remove(id)}>
                  {settingsWords.remove}
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={value()?.length === 0}>
          <p class="quiet">{words.noPlaygrounds}</p>
        </Show>
      </Part>
      <Part title={words.newPlayground}>
        <SettingsForm
          button={settingsWords.add}
          submit={async (fields, form) => {
            await ask('POST /realm/playgrounds', {
              name: textOf(fields, 'name'),
              pygments_language: textOf(fields, 'language'),
              url_template: textOf(fields, 'template'),
            })
            form.reset()
            await refresh()
          }}
        >
          <label>
            {words.playgroundName}
            <input name="name" required maxlength="100" dir="auto" autocomplete="off" />
          </label>
          <label>
            {words.language}
            <input name="language" required maxlength="40" autocomplete="off" />
          </label>
          <label>
            {words.playgroundTemplate}
            <input name="template" required maxlength="2000" autocomplete="off" />
          </label>
        </SettingsForm>
      </Part>
    </>
  )
}
