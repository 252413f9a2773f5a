import { createMemo, createSignal, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { Playground as WirePlayground } from '../../../client-state/wire'
import { playgroundsFor } from '../../html/playgrounds'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { attempt } from '../fetched'
import { ChangeButton, Items, Part, RemoveButton, SettingsForm, textOf } from '../parts'
import { TextField } from '../form-fields'

/** Services in which blocks of code can be opened. */
export function Playgrounds() {
  const { ask, store, watch } = useClient()
  const playgrounds = createMemo((): WirePlayground[] => {
    watch('realm')
    return store.state.realm_playgrounds
  })
  return (
    <>
      <Part title={words.sections['organization/playgrounds']} text={words.playgroundsText}>
        <Items of={playgrounds()} none={words.noPlaygrounds}>
          {(playground) => <Playground playground={playground} />}
        </Items>
      </Part>
      <Part title={words.newPlayground}>
        <PlaygroundForm button={settingsWords.add} save={(fields) => ask('POST /realm/playgrounds', fields)} />
      </Part>
    </>
  )
}

function Playground(props: { playground: WirePlayground }) {
  const client = useClient()
  const { ask } = client
  const [isOpen, setOpen] = createSignal(false)
  const { id, name, pygments_language, url_template } = props.playground
  return (
    <li class="bot">
      <div class="grow">
        <b dir="auto">{name}</b> <code>{pygments_language}</code>
        <p class="quiet">{url_template}</p>
        <Show when={isOpen()}>
          <PlaygroundForm
            playground={props.playground}
            button={settingsWords.save}
            save={(fields) => ask('PATCH /parley/playgrounds/:playground_id', { playground_id: id, ...fields })}
          />
        </Show>
      </div>
      <ChangeButton name={name} isOpen={isOpen()} setOpen={setOpen} />
      <RemoveButton
        name={name}
        remove={() => attempt(client, ask('DELETE /realm/playgrounds/:playground_id', { playground_id: id }))}
      />
    </li>
  )
}

type Fields = Omit<WirePlayground, 'id'>

const SAMPLE_LANGUAGE = 'sample'

/** The fields of a playground, and one to try its address. */
function PlaygroundForm(props: {
  playground?: WirePlayground
  button: string
  save: (fields: Fields) => Promise<unknown>
}) {
  const [template, setTemplate] = createSignal<string>(props.playground?.url_template ?? '')
  const [sample, setSample] = createSignal('')
  const result = () => {
    if (sample() === '') return ''
    const tried = { name: '', pygments_language: SAMPLE_LANGUAGE, url_template: template() }
    const [found] = playgroundsFor([tried], SAMPLE_LANGUAGE, sample())
    return found === undefined || !/\{[^{}]*code\b/.test(template()) ? words.tryNoCode : words.tryResult(found.url)
  }
  return (
    <SettingsForm
      button={props.button}
      submit={async (fields, form) => {
        await props.save({
          name: textOf(fields, 'name'),
          pygments_language: textOf(fields, 'language'),
          url_template: template().trim(),
        })
        form.reset()
        setTemplate('')
        setSample('')
      }}
    >
      <NameAndLanguage playground={props.playground} />
      <TextField label={words.playgroundTemplate} isCode most={1000} value={template()} typed={setTemplate} />
      <TextField label={words.tryCode} isCode isOptional value={sample()} typed={setSample} />
      <p class="quiet" role="status">
        {result()}
      </p>
    </SettingsForm>
  )
}

function NameAndLanguage(props: { playground: WirePlayground | undefined }) {
  return (
    <>
      <TextField label={words.playgroundName} name="name" most={100} value={props.playground?.name ?? ''} />
      <TextField label={words.language} name="language" most={40} value={props.playground?.pygments_language ?? ''} />
    </>
  )
}
