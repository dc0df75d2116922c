/** The client page of the sample team on the start page, in light or dark like the page around it. */
import Image from "next/image"
import dark from "@/docs/screenshots/client-dark.jpg"
import light from "@/docs/screenshots/client-light.jpg"

const alt = "The page of a client: what changed, open signals, key metrics with a chart, and goals."

/** The browser loads only the picture that is shown. Phones load none, because the text in it would be too small. */
export const ProductPicture = () => (
  <section className="mx-auto mt-16 w-full max-w-[1136px] max-sm:hidden">
    <h2 className="text-title">One page for each client</h2>
    <p className="mt-1 text-quiet">The sample team of npm start, with invented data.</p>
    <div className="mt-6 overflow-hidden rounded-box border border-line">
      <Image src={light} alt={alt} unoptimized loading="lazy" className="shown-if-light h-auto w-full" />
      <Image src={dark} alt={alt} unoptimized loading="lazy" className="shown-if-dark h-auto w-full" />
    </div>
  </section>
)
