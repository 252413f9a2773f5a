import { createSignal, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { Linkifier as WireLinkifier } from '../../../client-state/wire'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { attempt, fetched } from '../fetched'
import { ChangeButton, Items, Part, RemoveButton, SettingsForm } from '../parts'
import { OrderButtons } from './order-buttons'
import { resultOf } from './linkifier-test'
import { TextField } from '../form-fields'

type Fields = { pattern: string; url_template: string }

/** Forms of text that become links. */
export function Linkifiers() {
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(client, async () => (await ask('GET /realm/linkifiers')).linkifiers)
  async function move(at: number, by: 1 | -1) {
    const ids = (value() ?? []).map(({ id }) => id)
    ids.splice(at + by, 0, ...ids.splice(at, 1))
    if (await attempt(client, ask('PATCH /realm/linkifiers', { ordered_linkifier_ids: ids }))) await refresh()
  }
  return (
    <>
      <Part title={words.sections['organization/linkifiers']} text={words.linkifiersText}>
        <Items of={value()} none={words.noLinkifiers}>
          {(linkifier, at) => (
            <Linkifier
              linkifier={linkifier}
              isFirst={at() === 0}
              isLast={at() === (value()?.length ?? 0) - 1}
              move={(by) => void move(at(), by)}
              changed={refresh}
            />
          )}
        </Items>
      </Part>
      <Part title={words.newLinkifier}>
        <LinkifierForm
          button={settingsWords.add}
          save={async (fields) => {
            await ask('POST /realm/filters', fields)
            await refresh()
          }}
        />
      </Part>
    </>
  )
}

function Linkifier(props: {
  linkifier: WireLinkifier
  isFirst: boolean
  isLast: boolean
  move: (by: 1 | -1) => void
  changed: () => Promise<void>
}) {
  const client = useClient()
  const { ask } = client
  const [isOpen, setOpen] = createSignal(false)
  const { id, pattern, url_template } = props.linkifier
  async function remove() {
    if (await attempt(client, ask('DELETE /realm/filters/:filter_id', { filter_id: id }))) await props.changed()
  }
  return (
    <li class="bot">
      <div class="grow">
        <code>{pattern}</code>
        <p class="quiet">{url_template}</p>
        <Show when={isOpen()}>
          <LinkifierForm
            fields={{ pattern, url_template }}
            button={settingsWords.save}
            save={async (fields) => {
              await ask('PATCH /realm/filters/:filter_id', { filter_id: id, ...fields })
              await props.changed()
            }}
          />
        </Show>
      </div>
      <OrderButtons name={pattern} isFirst={props.isFirst} isLast={props.isLast} move={props.move} />
      <ChangeButton name={pattern} isOpen={isOpen()} setOpen={setOpen} />
      <RemoveButton name={pattern} remove={() => remove()} />
    </li>
  )
}

const EMPTY: Fields = { pattern: '', url_template: '' }

/** The fields of a linkifier, and one to try them. */
function LinkifierForm(props: { fields?: Fields; button: string; save: (fields: Fields) => Promise<unknown> }) {
  const [draft, setDraft] = createSignal(props.fields ?? EMPTY)
  const [sample, setSample] = createSignal('')
  return (
    <SettingsForm
      button={props.button}
      submit={async () => {
        await props.save(draft())
        setDraft(EMPTY)
        setSample('')
      }}
    >
      <TextField
        label={words.pattern}
        most={2000}
        isCode
        value={draft().pattern}
        typed={(text) => setDraft({ ...draft(), pattern: text })}
      />
      <TextField
        label={words.template}
        most={2000}
        isCode
        value={draft().url_template}
        typed={(text) => setDraft({ ...draft(), url_template: text })}
      />
      <TextField label={words.tryText} isOptional value={sample()} typed={setSample} />
      <p class="quiet" role="status">
        {sample() === '' ? '' : resultText(draft(), sample())}
      </p>
    </SettingsForm>
  )
}

function resultText({ pattern, url_template }: Fields, sample: string): string {
  const result = resultOf(pattern, url_template, sample)
  if (result === undefined) return words.tryInvalid
  return result === '' ? words.tryNothing : words.tryResult(result)
}
