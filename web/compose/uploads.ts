import { createSignal, onCleanup } from 'solid-js'
import type { Client } from '../client/client'
import { words } from '../words/en'
import type { Upload } from './upload-work'

/** Uploads files, and inserts a link to each into the field when it has arrived. What does it loads with the first file. */
export function createUploads(client: Client, field: () => HTMLTextAreaElement) {
  const [uploads, setUploads] = createSignal<Upload[]>([])
  const without = (all: Upload[], files: readonly File[]) => all.filter(({ file }) => !files.includes(file))

  async function add(files: Iterable<File>) {
    // The list of a field changes when the field is emptied.
    const added = [...files]
    const started = added.map((file) => ({
      file,
      sent: 0,
      cancel: () => setUploads((all) => without(all, [file])),
    }))
    setUploads((all) => [...without(all, added), ...started])
    try {
      const { upload } = await import('./upload-work')
      for (const { file } of uploads().filter((each) => added.includes(each.file)))
        void upload(client, { field, setUploads }, file)
    } catch {
      const reason = words.unreachable
      setUploads((all) => [...without(all, added), ...started.map((each) => ({ ...each, reason }))])
    }
  }

  onCleanup(() => {
    for (const { cancel } of uploads()) cancel()
  })

  return {
    uploads,
    isBusy: () => uploads().some(({ reason }) => reason === undefined),
    add: (files: Iterable<File>) => void add(files),
    /** Takes the files that were pasted or dropped, if there are some. */
    take(event: Event, files: FileList | undefined) {
      if (files === undefined || files.length === 0) return
      event.preventDefault()
      void add(files)
    },
  }
}
