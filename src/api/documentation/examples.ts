/** A successful request of a test, and its answer. Fields are text, as a client sends them. */
export type Example = {
  path?: Record<string, string>
  fields?: Record<string, string>
  headers?: Record<string, string>
  /** File names, by the name of the field. */
  files?: Record<string, string>
  /** The media type of a body that is not a form. */
  body?: string
  status: number
  /** The media type of an answer that is not JSON. */
  type?: string
  answer?: object
}

/** Examples of endpoints by their route, and of events by the name of their kind. `npm run examples` writes them. */
export type Examples = {
  endpoints: Readonly<Record<string, Example>>
  events: Readonly<Record<string, object>>
}

/** The examples, and the vendor whose spellings they show beside those of the specification (vendor-names.ts). */
export type RecordedExamples = { examples: Examples; vendor: string }
