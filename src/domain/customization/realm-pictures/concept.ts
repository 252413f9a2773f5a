import { concept } from '../../../concept'
import tables from './tables.sql'
import { getIcon, uploadIcon, deleteIcon, getLogo, uploadLogo, deleteLogo, getOurLogo } from './endpoints'
import { realmPicturesSlice } from './events'

export const realmPictures = concept({
  name: 'customization/realm-pictures',
  title: 'Icon and logos',
  tables: [tables],
  endpoints: [getIcon, uploadIcon, deleteIcon, getLogo, uploadLogo, deleteLogo, getOurLogo],
  state: [realmPicturesSlice],
})
