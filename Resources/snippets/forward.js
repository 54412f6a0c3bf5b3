// Sends a measurement event to `linkscope listen`. Call it where your app learns of one, in debug builds. A page in a browser may post
// only if you start the listener with its origin: linkscope listen --allow-origin http://localhost:3000
async function forwardMeasurementEvent(name, args, listener = "http://127.0.0.1:8089/events") {
  try {
    const response = await fetch(listener, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ event_name: name, event_args: args }),
    });
    if (!response.ok) console.warn("linkscope:", (await response.json()).error);
  } catch (error) {
    console.warn("linkscope: no listener:", error.message);
  }
}
// forwardMeasurementEvent("al_nav_in", { targetURL: location.href, refererURL: document.referrer });
