import { concept } from '../../../concept'
import tables from './tables.sql'

export const passkeys = concept({
  name: 'people/passkeys',
  tables: [tables],
})
