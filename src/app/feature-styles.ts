/** A module of its own: Vite puts what a glob finds before every import of its module, and the layers would be in the wrong order. */
import.meta.glob('../features/*/styles.css', { eager: true })
