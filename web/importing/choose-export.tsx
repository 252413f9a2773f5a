import { createSignal, For, Show } from 'solid-js'
import type { Request } from '../import-worker/messages'
import { sizeText } from '../parts/size'
import { importWords as words } from '../words/en-import'

type Chosen = { name: string; file: File }[]

/** Returns the chosen files. macOS adds files with the name .DS_Store: they are left out. Names do not contain the chosen folder. */
const filesIn = (list: FileList | null): Chosen =>
  [...(list ?? [])]
    .map((file) => ({ name: file.webkitRelativePath.replace(/^[^/]+\//, '') || file.name, file }))
    .filter(({ name }) => !name.endsWith('.DS_Store'))

/** The form with the export, and what the owner must know before the organization is replaced. */
export function ChooseExport(props: { begin: (request: Extract<Request, { kind: 'begin' }>) => Promise<void> }) {
  const [chosen, setChosen] = createSignal<Chosen>([])
  const [isBusy, setBusy] = createSignal(false)
  let addresses: HTMLInputElement | undefined
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const [file] = addresses?.files ?? []
    setBusy(true)
    await props.begin({ kind: 'begin', files: chosen(), ...(file ? { addresses: file } : {}) })
    setBusy(false)
  }
  const size = () => sizeText(chosen().reduce((sum, { file }) => sum + file.size, 0))
  return (
    <form class="fields" onSubmit={(event) => void submit(event)}>
      <p>{words.sources}</p>
      <ul>
        <For each={Object.entries(words.howToExport)}>
          {([name, how]) => (
            <li>
              <b>{name}</b>: {how}
            </li>
          )}
        </For>
      </ul>
      <p class="quiet">{words.stays}</p>
      <label>
        {words.files}
        <input type="file" multiple onChange={({ currentTarget }) => setChosen(filesIn(currentTarget.files))} />
      </label>
      <label>
        {words.folder}
        <input
          type="file"
          ref={(field) => (field.webkitdirectory = true)}
          onChange={({ currentTarget }) => setChosen(filesIn(currentTarget.files))}
        />
      </label>
      <Show when={chosen().length > 0}>
        <p role="status">{words.chosen(chosen().length, size())}</p>
      </Show>
      <label>
        {words.addresses}
        <input type="file" ref={addresses} accept=".csv,.txt,.tsv,text/*" />
      </label>
      <p class="quiet">{words.slackFiles}</p>
      <code>{`npm run import -- export.zip --download-files --url ${location.origin}`}</code>
      <label class="choice">
        <input type="checkbox" required /> {words.replaces}
      </label>
      <p>
        <button class="send danger" disabled={chosen().length === 0 || isBusy()}>
          {words.begin}
        </button>
      </p>
    </form>
  )
}
