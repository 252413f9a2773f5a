import { concept } from '../../../concept'
import tables from './tables.sql'

export const factors = concept({
  name: 'people/factors',
  tables: [tables],
})
