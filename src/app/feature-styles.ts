/** A separate module: Vite puts the matches of a glob before every import of its module, which would reverse the layers. */
import.meta.glob('../features/*/styles.css', { eager: true })
