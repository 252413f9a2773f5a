import { createSignal, onCleanup } from 'solid-js'
import type { Client } from '../client/client'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { insertText } from './insert-text'

export type Upload = { file: File; sent: number; reason?: string; isTooLarge?: boolean; cancel: () => void }

const MEBIBYTE = 1024 * 1024

/** Uploads files, and inserts a link to each into the field when it has arrived. */
export function createUploads(client: Client, field: () => HTMLTextAreaElement) {
  const [uploads, setUploads] = createSignal<Upload[]>([])
  const change = (file: File, next: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.file === file ? { ...upload, ...next } : upload)))
  const remove = (file: File) => setUploads((all) => all.filter((upload) => upload.file !== file))

  async function add(file: File) {
    const abort = new AbortController()
    const cancel = () => {
      abort.abort()
      remove(file)
    }
    setUploads((all) => [...all.filter((upload) => upload.file !== file), { file, sent: 0, cancel }])
    const most = client.store.state.max_file_upload_size_mib
    if (file.size > most * MEBIBYTE) return change(file, { reason: words.uploads.tooLarge(most), isTooLarge: true })
    try {
      const { uploadFile } = await import('../wire/upload')
      abort.signal.throwIfAborted()
      const { url, filename } = await uploadFile(client, file, (sent) => change(file, { sent }), abort.signal)
      remove(file)
      insertLink(filename, url)
    } catch (error) {
      if (abort.signal.aborted) return
      change(file, { reason: error instanceof Refusal ? error.message : words.unreachable })
    }
  }

  function addAll(files: Iterable<File>) {
    for (const file of files) void add(file)
  }

  function insertLink(filename: string, url: string) {
    const target = field()
    const had = document.activeElement
    const before = target.value.slice(0, target.selectionStart)
    const gap = before === '' || /\s$/.test(before) ? '' : '\n'
    insertText(target, `${gap}[${filename.replaceAll(/[[\]\\]/g, '\\$&')}](${url})\n`)
    if (had instanceof HTMLElement && had !== target) had.focus()
  }

  onCleanup(() => {
    for (const { cancel } of uploads()) cancel()
  })

  return {
    uploads,
    isBusy: () => uploads().some(({ reason }) => reason === undefined),
    add: addAll,
    /** Takes the files that were pasted or dropped, if there are some. */
    take(event: Event, files: FileList | undefined) {
      if (files === undefined || files.length === 0) return
      event.preventDefault()
      addAll(files)
    },
  }
}
