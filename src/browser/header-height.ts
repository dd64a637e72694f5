/** The bars at the top of every page cover this much; what is above it is not seen. */
export const HEADER_PX = 150
