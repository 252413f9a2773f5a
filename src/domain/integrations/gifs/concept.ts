import { concept } from '../../../concept'
import { deleteGifKey, findGifs, getGifKey, setGifKey } from './endpoints'

export const gifs = concept({
  name: 'integrations/gifs',
  title: 'GIFs and stickers',
  endpoints: [findGifs, getGifKey, setGifKey, deleteGifKey],
})
