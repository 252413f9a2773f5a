import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { importFromServer } from '../../scripts/server-in-node.ts'

const VENDOR = 'zulip'
const ENTRY = `
  import { reference } from '/src/catalogue'
  import { openApiDocument } from '/src/api/documentation/openapi'
  import examples from '/src/api/documentation/examples.data.json'
  export const document = openApiDocument(reference, { examples, vendor: '${VENDOR}' })
`

type Json = Record<string, unknown>
type Media = { place: string; schema: Json; examples: unknown[] }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the paths and the schemas of the document. The validator resolves references within a schema of its own. */
async function openApi(): Promise<{ paths: Json; schemas: Record<string, Json> }> {
  const text = JSON.stringify((await importFromServer<{ document: Json }>(ENTRY)).document)
  const { paths, components } = JSON.parse(text.replaceAll('"#/components/schemas/', '"components#/$defs/'))
  return { paths, schemas: components.schemas }
}

/** Returns each schema of the document that has an example, with its examples. */
function* mediaIn(value: unknown, place = ''): Generator<Media> {
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* mediaIn(item, `${place}/${at}`)
  if (!isObject(value)) return
  if (isObject(value.schema)) {
    const named = isObject(value.examples) ? Object.values(value.examples).map((one) => (one as Json).value) : []
    yield { place, schema: value.schema, examples: 'example' in value ? [...named, value.example] : named }
    return
  }
  for (const [key, inner] of Object.entries(value)) yield* mediaIn(inner, `${place}/${key}`)
}

/** A validator that refuses keywords which no standard has. */
function validatorOf(schemas: Record<string, Json>): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    // The server ignores further items.
    strictTuples: false,
    allErrors: true,
    validateFormats: false,
  })
  // OpenAPI has these besides those of JSON Schema.
  ajv.addVocabulary(['discriminator', 'example'])
  ajv.addSchema({ $id: 'components', $defs: schemas })
  return ajv
}

test('another validator of JSON Schema knows each keyword, and each recorded example fits', async () => {
  const { paths, schemas } = await openApi()
  const ajv = validatorOf(schemas)
  const complaints: string[] = []
  let tried = 0
  for (const { place, schema, examples } of mediaIn(paths)) {
    // A program that is made from the document keeps only the fields that this declares.
    const validate = ajv.compile({ ...schema, unevaluatedProperties: false })
    for (const example of examples) {
      tried++
      if (!validate(example)) complaints.push(`${place}: ${ajv.errorsText(validate.errors)}`)
    }
  }
  for (const [name, { examples }] of Object.entries(schemas))
    for (const example of (examples as unknown[] | undefined) ?? []) {
      tried++
      if (!ajv.validate(`components#/$defs/${name}`, example)) complaints.push(`${name}: ${ajv.errorsText()}`)
    }
  expect(complaints).toEqual([])
  expect(tried).toBeGreaterThan(1000)
})
