/** A successful request and its answer, as a test made it. Fields are written as they are sent. */
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

/** The examples, and the vendor whose names answers have beside the specification's (vendor-names.ts). */
export type Recorded = { examples: Examples; vendor: string }
