// The texts of each language beside the English ones, in files of the web client: a view fetches one to correct translations.

import type { Plugin } from 'vite'
import { FILES, languages, textsIn } from './catalogues.ts'
import { readableText } from './readable.ts'

/** Adds `translations/de.json` and the others to a build. */
export const translationFiles: Plugin = {
  name: 'translation-files',
  generateBundle() {
    const english = new Map(FILES.map((file) => [file, readableTextsIn(file.english)]))
    for (const language of languages) {
      // Each text: where it is, in English, and translated. The name of a refusal is its English text.
      const texts = [...english].flatMap(([file, originals]) =>
        [...readableTextsIn(file.of(language))].map(([name, translation]) => [
          `${file.of(language)} ${name}`,
          originals.get(name) ?? name.replace(/^refusals\./, ''),
          translation,
        ]),
      )
      this.emitFile({ type: 'asset', fileName: `translations/${language}.json`, source: JSON.stringify(texts) })
    }
  },
}

const readableTextsIn = (file: string) => new Map([...textsIn(file)].map(([name, text]) => [name, readableText(text)]))
